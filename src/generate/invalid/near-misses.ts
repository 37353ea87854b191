import fc from 'fast-check';
import { type Json, pointerOf } from '../../model/json.js';
import type { NearMiss } from '../../rule/values/bodies.js';
import { turnOf } from '../../rule/values/boundary.js';
import { sieve } from '../valid/unions.js';
import type { Scope, Shop } from '../value-builder.js';
import { type Miss, missesOf } from './breakable-constraints.js';

/** One constraint that is broken: where, and which. */
export type Breach = Pick<NearMiss, 'pointer' | 'keyword'>;

/** More constraints than this are not broken, outer ones first. */
const most = 200;

/** Constraints further down than this are not broken. */
const deepest = 4;

/** Bodies that break exactly one constraint of the book's root; undefined where nothing can be broken. */
export function nearMissesOf(
  shop: Shop,
  scope: Scope,
  mayBreak: (breach: Breach) => boolean = () => true,
): fc.Arbitrary<NearMiss> | undefined {
  const isWanted = ({ tokens, keyword }: Miss) => mayBreak({ pointer: pointerOf(tokens), keyword });
  const sources = found(shop, scope, isWanted)
    .map((miss) => proven(shop, miss))
    .filter((source) => source !== undefined);
  return sources.length > 0 ? new Turns(sources) : undefined;
}

/** Goes only as deep as it takes to find enough: large schemas have more constraints than anyone can count. */
function found(shop: Shop, scope: Scope, isWanted: (miss: Miss) => boolean): Miss[] {
  for (let depth = 0; depth < deepest; depth++) {
    const misses = missesOf(shop, shop.book.root, scope, depth).filter(isWanted);
    if (misses.length >= most) return inOrder(misses).slice(0, most);
  }
  return inOrder(missesOf(shop, shop.book.root, scope, deepest).filter(isWanted)).slice(0, most);
}

/** Outer constraints first, and among equals one of every keyword before the next of any. */
function inOrder(misses: readonly Miss[]): Miss[] {
  const seen = new Map<string, number>();
  const ranked = misses.map((miss) => {
    const group = `${miss.tokens.length} ${miss.keyword}`;
    const rank = seen.get(group) ?? 0;
    seen.set(group, rank + 1);
    return { miss, rank };
  });
  const byDepth = (one: Miss, other: Miss) => one.tokens.length - other.tokens.length;
  return ranked.sort((a, b) => byDepth(a.miss, b.miss) || a.rank - b.rank).map(({ miss }) => miss);
}

function proven(shop: Shop, miss: Miss): Source | undefined {
  const pointer = pointerOf(miss.tokens);
  const { keyword } = miss;
  const source = miss.source();
  const breach = { pointer, keyword };
  const isExact = (body: Json) =>
    shop.judge.isOnlyBreach(shop.book.root, body, breach) &&
    (!miss.isPinned || shop.judge.isOnlyBreach(miss.pin, body, breach));
  const exact = source && sieve(source, isExact);
  return exact && { depth: miss.tokens.length, bodies: exact.map((body) => ({ body, pointer, keyword })) };
}

interface Source {
  readonly depth: number;
  readonly bodies: fc.Arbitrary<NearMiss>;
}

/** Meets every constraint once before it leaves the choice to chance, which then prefers outer ones. */
class Turns extends fc.Arbitrary<NearMiss> {
  private readonly outer: readonly Source[];

  constructor(private readonly sources: readonly Source[]) {
    super();
    this.outer = sources.filter(({ depth }) => depth <= 1);
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<NearMiss> {
    const { bodies } = this.pick(random);
    const { value_, context } = bodies.generate(random, bias);
    return new fc.Value(value_, { bodies, context });
  }

  canShrinkWithoutContext(_value: unknown): _value is NearMiss {
    return false;
  }

  shrink(value: NearMiss, context?: unknown): fc.Stream<fc.Value<NearMiss>> {
    if (context === undefined) return fc.Stream.nil();
    const from = context as { readonly bodies: fc.Arbitrary<NearMiss>; readonly context: unknown };
    return from.bodies
      .shrink(value, from.context)
      .map((next) => new fc.Value(next.value_, { bodies: from.bodies, context: next.context }));
  }

  private pick(random: fc.Random): Source {
    const { sources, outer } = this;
    const turn = turnOf(random);
    if (turn !== undefined && turn < sources.length) return sources[turn] as Source;
    const pool = outer.length > 0 && random.nextInt(0, 1) === 0 ? outer : sources;
    return pool[random.nextInt(0, pool.length - 1)] as Source;
  }
}
