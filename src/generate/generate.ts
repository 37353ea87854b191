import fc from 'fast-check';
import { isObject, type Json, type JsonObject, setAtPointer } from '../model/json.js';
import type { Schema } from '../model/service/operation.js';
import type { NearMiss } from '../rule/values/bodies.js';
import { type Breach, buildNearMisses } from './invalid/near-misses.js';
import { createWholePlace } from './invalid/schema-place.js';
import { buildPatches } from './patches.js';
import { projectSchema } from './schema/project-schema.js';
import { createValueBuilder, createWholeScope } from './valid/build-values.js';
import { filterArbitrary } from './valid/unions.js';
import type { BuildScope, ValueBuilder } from './value-builder.js';

/** What a generation is to heed beside the schema. */
export interface GenerateOptions {
  /** The document in which local `$ref`s resolve; the schema itself by default. */
  readonly root?: Json;
  /** A request has no read-only members, a response no write-only ones. */
  readonly direction?: 'request' | 'response';
  /** Pointers of members that are never generated, even where required. */
  readonly omit?: readonly string[];
  /** Pointers and the values that are sent there as they are. */
  readonly fixed?: Readonly<Record<string, Json>>;
  readonly example?: Json;
  /** Which constraints near misses may break; all when absent. */
  readonly mayBreak?: ((breach: Breach) => boolean) | undefined;
}

/** Sources of bodies for one schema. */
export interface Generation {
  readonly valid: fc.Arbitrary<Json>;
  /** Bodies that break exactly one constraint; undefined where none can be broken. */
  readonly nearMiss: fc.Arbitrary<NearMiss> | undefined;
  /** Merge patches of members that may change; undefined where the schema has none. */
  readonly patch: fc.Arbitrary<JsonObject> | undefined;
  readonly notes: readonly string[];
  readonly isObject: boolean;
  /** Whether no value was found to satisfy the schema, so that `valid` is an example or a guess. */
  readonly isGuess: boolean;
}

/** Bodies for a schema: valid ones, near misses and merge patches. The same seed draws the same bodies. */
export function generate(schema: Schema, options: GenerateOptions = {}): Generation {
  const { root = schema, direction = 'request', omit = [], fixed = {}, example, mayBreak } = options;
  const book = projectSchema({ root, schema, direction }, createWholePlace(omit, fixed, example));
  const shop = createValueBuilder(book);
  const found = findValid(shop);
  const kinds = shop.alternativesOf(book.root).filter(({ kind }) => kind !== 'null');
  const hasObjects = kinds.some(({ kind, values }) => kind === 'object' || values.some(isObject));
  // Most rules ask for valid bodies alone, and the others are dear to find.
  const nearMiss = once(() => found && buildNearMisses(shop, found.scope, mayBreak));
  const patch = once(() => found && buildPatches(shop, { ...found.scope, isNullless: true }, found.valid));
  if (!found)
    book.notes.add(
      `no value was found that satisfies the schema; ${example === undefined ? 'bodies are a guess' : 'the example is sent'}`,
    );
  return {
    valid: found?.valid ?? buildStopgap(shop, options),
    get nearMiss() {
      return nearMiss();
    },
    get patch() {
      return patch();
    },
    get notes() {
      for (const find of [nearMiss, patch]) find();
      return [...book.notes];
    },
    isObject:
      hasObjects &&
      kinds.every(({ kind, values }) => kind === 'object' || (kind === 'listed' && values.every(isObject))),
    isGuess: !found,
  };
}

/** Found when it is first asked for, and kept. */
function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

/** Levels of nesting, more where the schema demands them. */
const depthBudgets = [6, 12, 24];

function findValid(shop: ValueBuilder): { valid: fc.Arbitrary<Json>; scope: BuildScope } | undefined {
  const { root } = shop.book;
  for (const scope of depthBudgets.map((budget) => createWholeScope(budget))) {
    const source = shop.build(root, scope);
    const valid = source && filterArbitrary(source, (value) => shop.judge.accepts(root, value));
    if (valid) return { valid, scope };
  }
  return undefined;
}

function buildStopgap(shop: ValueBuilder, { example, omit = [], fixed = {} }: GenerateOptions): fc.Arbitrary<Json> {
  if (example === undefined) return shop.build(shop.book.root, createWholeScope(6)) ?? fc.constant({});
  const trimmed = omit.reduce<Json>((body, pointer) => setAtPointer(body, pointer, undefined), example);
  const sent = Object.entries(fixed).reduce<Json>(
    (body, [pointer, value]) => setAtPointer(body, pointer, value),
    trimmed,
  );
  return fc.constant(sent);
}
