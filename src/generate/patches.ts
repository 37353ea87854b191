import fc from 'fast-check';
import { getMember, isObject, type Json, type JsonObject } from '../model/json.js';
import type { Keywords, SchemaNode } from './schema/keywords.js';
import { createMemberScope } from './valid/containers.js';
import { buildObjectArbitrary, type ObjectMember } from './valid/objects.js';
import { filterArbitrary } from './valid/unions.js';
import type { BuildScope, ValueBuilder } from './value-builder.js';

/** Generates merge patches of members that can change independently; undefined when there are none. */
export function buildPatches(builder: ValueBuilder, scope: BuildScope, valid: fc.Arbitrary<Json>) {
  const variants = builder
    .alternativesOf(builder.schemas.root)
    .filter(({ kind }) => kind === 'object')
    .map(({ variant }) => variant);
  const [first, ...others] = variants;
  if (!first) return undefined;
  const members = Object.entries(first.properties ?? {})
    .filter(([name, node]) => variants.every(isIndependent(name)) && others.every(isSameInBranch(name, node)))
    .filter(([, node]) => isMergeable(builder, node, 0))
    .flatMap(([name, node]) => {
      const source = builder.build(node, { ...createMemberScope(builder, scope, first, name), isNullless: true });
      return source ? [{ name, source, isRequired: false }] : [];
    });
  // Conditions and branches may make members depend on each other, which only a validation shows.
  const bodies = fc.sample(valid, { seed: 1, numRuns: 24 });
  const isSafe = (patch: JsonObject) =>
    bodies.every((body) => builder.judge.accepts(builder.schemas.root, applyMergePatch(body, patch)));
  const isFree = (member: ObjectMember) => {
    const alone = buildObjectArbitrary({ ...patchBounds, members: [member] });
    return fc.sample(alone, { seed: 2, numRuns: 8 }).every(isSafe);
  };
  const free = members.filter(isFree);
  // Each member was checked alone on all bodies; each generated combination is checked on a few.
  const few = bodies.slice(0, 3);
  const isSafeTogether = (patch: JsonObject) =>
    few.every((body) => builder.judge.accepts(builder.schemas.root, applyMergePatch(body, patch)));
  return free.length > 0
    ? filterArbitrary(buildObjectArbitrary({ ...patchBounds, members: free }), isSafeTogether)
    : undefined;
}

/** Applies a merge patch (RFC 7396) to a body. */
export function applyMergePatch(body: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(body) ? body : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, applyMergePatch(members.get(name), value));
  }
  return Object.fromEntries(members);
}

const patchBounds = { min: 1, max: Number.POSITIVE_INFINITY, dependents: {} };

/** An additional member may exceed a limit, or require other members. */
const isIndependent =
  (name: string) =>
  ({ maxProperties, dependentRequired = {}, required = [] }: Keywords) =>
    !Object.hasOwn(dependentRequired, name) && (maxProperties === undefined || required.includes(name));

/** A member counts as common only if every branch has the same schema for it. */
const isSameInBranch = (name: string, node: SchemaNode) => (other: Keywords) =>
  JSON.stringify(getMember(other.properties, name)) === JSON.stringify(node);

/** Merging must not mix two branches into an invalid value; a member with a single value cannot change. */
function isMergeable(builder: ValueBuilder, node: SchemaNode, depth: number): boolean {
  const alternatives = builder.alternativesOf(node);
  const [only, ...others] = alternatives.filter(({ kind }) => kind === 'object');
  if (alternatives.some(({ variant }) => variant['x-fixed'] || variant['x-tag'])) return false;
  if (depth === 0 && alternatives.every(({ kind, values }) => kind === 'listed' && values.length === 1)) return false;
  if (!only) return true;
  const { maxProperties, dependentRequired, properties = {} } = only.variant;
  if (others.length > 0 || maxProperties !== undefined || dependentRequired !== undefined) return false;
  return depth < 4 && Object.values(properties).every((member) => isMergeable(builder, member, depth + 1));
}
