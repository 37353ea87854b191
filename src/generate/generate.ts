import fc from 'fast-check';
import { isObject, type Json, type JsonObject, withAt } from '../model/json.js';
import type { Schema } from '../model/service/operation.js';
import type { NearMiss } from '../rule/values/bodies.js';
import { type Breach, nearMissesOf } from './invalid/near-misses.js';
import { wholeOf } from './invalid/schema-place.js';
import { patchesOf } from './patches.js';
import { project } from './schema/project-schema.js';
import { shopFor, wholeScope } from './valid/build-values.js';
import { sieve } from './valid/unions.js';
import type { Scope, Shop } from './value-builder.js';

/** What a generation is to heed beside the schema. */
export interface Options {
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
export function generate(schema: Schema, options: Options = {}): Generation {
  const { root = schema, direction = 'request', omit = [], fixed = {}, example, mayBreak } = options;
  const book = project({ root, schema, direction }, wholeOf(omit, fixed, example));
  const shop = shopFor(book);
  const found = sound(shop);
  const kinds = shop.alternativesOf(book.root).filter(({ kind }) => kind !== 'null');
  const hasObjects = kinds.some(({ kind, values }) => kind === 'object' || values.some(isObject));
  // Most rules ask for valid bodies alone, and the others are dear to find.
  const nearMiss = once(() => found && nearMissesOf(shop, found.scope, mayBreak));
  const patch = once(() => found && patchesOf(shop, { ...found.scope, isNullless: true }, found.valid));
  if (!found)
    book.notes.add(
      `no value was found that satisfies the schema; ${example === undefined ? 'bodies are a guess' : 'the example is sent'}`,
    );
  return {
    valid: found?.valid ?? stopgap(shop, options),
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
const budgets = [6, 12, 24];

function sound(shop: Shop): { valid: fc.Arbitrary<Json>; scope: Scope } | undefined {
  const { root } = shop.book;
  for (const scope of budgets.map((budget) => wholeScope(budget))) {
    const source = shop.build(root, scope);
    const valid = source && sieve(source, (value) => shop.judge.accepts(root, value));
    if (valid) return { valid, scope };
  }
  return undefined;
}

function stopgap(shop: Shop, { example, omit = [], fixed = {} }: Options): fc.Arbitrary<Json> {
  if (example === undefined) return shop.build(shop.book.root, wholeScope(6)) ?? fc.constant({});
  const trimmed = omit.reduce<Json>((body, pointer) => withAt(body, pointer, undefined), example);
  const sent = Object.entries(fixed).reduce<Json>((body, [pointer, value]) => withAt(body, pointer, value), trimmed);
  return fc.constant(sent);
}
