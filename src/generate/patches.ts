import fc from 'fast-check';
import { getMember, isObject, type Json, type JsonObject } from '../model/json.js';
import type { Keywords, SchemaNode } from './schema/keywords.js';
import type { BuildScope, ValueBuilder } from './valid/build-values.js';
import { ObjectArbitrary, type ObjectMember } from './valid/containers.js';
import { filterArbitrary } from './valid/unions.js';

/** Generates merge patches of members that can change independently; undefined when there are none. */
export function buildPatches(builder: ValueBuilder, scope: BuildScope, valid: fc.Arbitrary<Json>) {
  const { judge, schemas } = builder;
  const alternatives = builder.alternativesOf(schemas.root);
  const variants = alternatives.filter(({ kind }) => kind === 'object').map(({ variant }) => variant);
  const [first, ...others] = variants;
  if (!first) return undefined;
  // Conditions and branches may make members depend on each other, which only a validation shows.
  const bodies = fc.sample(valid, { seed: 1, numRuns: 24 });
  const isSafe = (patch: JsonObject, among: readonly Json[]) =>
    among.every((body) => judge.accepts(schemas.root, applyMergePatch(body, patch)));
  const createPatch = (members: readonly ObjectMember[]) =>
    new ObjectArbitrary({ members, min: 1, max: Number.POSITIVE_INFINITY, dependents: {}, times: [] });
  const free: ObjectMember[] = [];
  for (const [name, node] of Object.entries(first.properties ?? {})) {
    if (!variants.every(isIndependent(name)) || !others.every(isSameInBranch(name, node))) continue;
    const source = isMergeable(builder, node, 0) ? builder.buildMember(first, name, scope) : undefined;
    if (!source) continue;
    const member = { name, source, isRequired: false };
    const patches = fc.sample(createPatch([member]), { seed: 2, numRuns: 8 });
    if (patches.every((patch) => isSafe(patch, bodies))) free.push(member);
  }
  // Each member was checked alone on all bodies; each generated combination is checked on a few.
  const few = bodies.slice(0, 3);
  return free.length > 0 ? filterArbitrary(createPatch(free), (patch) => isSafe(patch, few)) : undefined;
}

export function applyMergePatch(body: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(body) ? body : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, applyMergePatch(members.get(name), value));
  }
  return Object.fromEntries(members);
}

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
