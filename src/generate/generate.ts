import fc from 'fast-check';
import { getMember, isObject, type Json, type JsonObject, setAtPointer } from '../model/json.js';
import type { Schema } from '../model/service/operation.js';
import type { NearMiss } from '../rule/values/bodies.js';
import { buildNearMisses, type NearMissOptions } from './invalid/near-misses.js';
import type { Keywords, SchemaNode, SchemaSet } from './schema/keywords.js';
import { type ProjectionOptions, projectSchema } from './schema/project-schema.js';
import { type BuildScope, createWholeScope, ValueBuilder } from './valid/build-values.js';
import { ObjectArbitrary, type ObjectMember } from './valid/containers.js';
import { filterArbitrary } from './valid/unions.js';

export interface GenerateOptions extends ProjectionOptions, NearMissOptions {
  /** The document in which local `$ref`s resolve; the schema itself by default. */
  readonly root?: Json;
  /** A request has no read-only members, a response no write-only ones. */
  readonly direction?: 'request' | 'response';
}

export interface Generation {
  /** Where no value satisfies the schema, the example, or a guess. */
  readonly valid: fc.Arbitrary<Json>;
  /** Bodies that violate exactly one constraint; undefined when none can be violated. */
  readonly nearMiss: fc.Arbitrary<NearMiss> | undefined;
  /** Merge patches of members that can change; undefined when there are none. */
  readonly patch: fc.Arbitrary<JsonObject> | undefined;
}

/** Creates generators for a schema: valid bodies, near misses and merge patches, the same ones for the same seed. */
export function generate(schema: Schema, options: GenerateOptions = {}): Generation {
  const { root = schema, direction = 'request', mayBreak, isForm } = options;
  const schemas = projectSchema({ root, schema, direction }, options);
  const { builder, found, patch, ...shared } = shareEqual(root, schemas);
  const isShared = mayBreak === undefined && !isForm;
  const nearMiss = isShared
    ? shared.nearMiss
    : once(() => found && buildNearMisses(builder, found.scope, { mayBreak, isForm }));
  return {
    valid: found?.valid ?? buildStopgap(builder, options),
    get nearMiss() {
      return nearMiss();
    },
    get patch() {
      return patch();
    },
  };
}

/** Draws one value of a schema; an equal seed draws an equal one. */
export const drawValue = (schema: Schema, seed: number): Json | undefined =>
  fc.sample(generate(schema).valid, { seed, numRuns: 1 })[0];

type SharedGeneration = ReturnType<typeof createSharedGeneration>;

/** What was built for the schemas of a document, by their text. */
const builtByDocument = new WeakMap<object, Map<string, SharedGeneration>>();

/** Builds the generators of equal sets of schemas of a document once: each takes a tenth of a megabyte. */
function shareEqual(document: Json, schemas: SchemaSet): SharedGeneration {
  if (!isObject(document)) return createSharedGeneration(schemas);
  const built = builtByDocument.get(document) ?? new Map<string, SharedGeneration>();
  builtByDocument.set(document, built);
  const key = JSON.stringify([schemas.root, schemas.defs]);
  const found = built.get(key) ?? createSharedGeneration(schemas);
  built.set(key, found);
  return found;
}

/** What equal schemas have in common. */
function createSharedGeneration(schemas: SchemaSet) {
  const builder = new ValueBuilder(schemas);
  const found = findValid(builder);
  return {
    builder,
    found,
    // Most rules need only valid bodies, and near misses are expensive to find.
    nearMiss: once(() => found && buildNearMisses(builder, found.scope)),
    patch: once(() => found && buildPatches(builder, { ...found.scope, isNullless: true }, found.valid)),
  };
}

/** Computes a value on first use and caches it. */
function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

/** Maximum nesting levels; the higher ones only when the schema requires them. */
const depthBudgets = [6, 12, 24];

function findValid(builder: ValueBuilder): { valid: fc.Arbitrary<Json>; scope: BuildScope } | undefined {
  const { root } = builder.schemas;
  for (const budget of depthBudgets) {
    const scope = createWholeScope(budget);
    const source = builder.build(root, scope);
    const valid = source && filterArbitrary(source, builder.judge.compile(root));
    if (valid) return { valid, scope };
  }
  return undefined;
}

function buildStopgap(builder: ValueBuilder, { example, omit = [], fixed = {} }: GenerateOptions): fc.Arbitrary<Json> {
  if (example === undefined) return builder.build(builder.schemas.root, createWholeScope(6)) ?? fc.constant({});
  let sent = example;
  for (const pointer of omit) sent = setAtPointer(sent, pointer, undefined);
  for (const [pointer, value] of Object.entries(fixed)) sent = setAtPointer(sent, pointer, value);
  return fc.constant(sent);
}

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
