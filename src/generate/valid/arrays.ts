import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import { getBoundary } from '../../rule/values/boundary.js';

/** Parts of an array. */
export interface ArrayShape {
  /** Generators of the first items; later ones come from `item`. */
  readonly prefix: readonly fc.Arbitrary<Json>[];
  readonly item: fc.Arbitrary<Json> | undefined;
  readonly min: number;
  /** Maximum generated length; `bound` is the allowed maximum. */
  readonly max: number;
  readonly isUnique: boolean;
}

/** Generates arrays of these items; shrinks by removing items, then each item. */
export const buildArrayArbitrary = (row: ArrayShape): fc.Arbitrary<Json[]> => new ArrayArbitrary(row);

interface DrawnEntry {
  readonly source: fc.Arbitrary<Json>;
  readonly value: fc.Value<Json>;
}

class ArrayArbitrary extends fc.Arbitrary<Json[]> {
  constructor(private readonly row: ArrayShape) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Json[]> {
    const length = this.length(random);
    const drawn: DrawnEntry[] = [];
    const seen = new Set<string>();
    for (let index = 0; index < length; index++) {
      const source = this.row.prefix[index] ?? this.row.item;
      const value = source && this.fresh(source, random, bias, seen);
      if (!source || !value) break;
      drawn.push({ source, value });
    }
    return assembleArray(drawn);
  }

  canShrinkWithoutContext(_value: unknown): _value is Json[] {
    return false;
  }

  shrink(_value: Json[], context?: unknown): fc.Stream<fc.Value<Json[]>> {
    return context === undefined ? fc.Stream.nil() : fc.stream(this.simpler(context as readonly DrawnEntry[]));
  }

  private length(random: fc.Random): number {
    const { min, max, item, prefix } = this.row;
    const top = item ? max : Math.min(max, prefix.length);
    const corner = getBoundary(random);
    if (corner === 'least' || corner === 'bare') return min;
    if (corner === 'most') return top;
    return corner
      ? Math.max(min, Math.min(top, Math.max(2, prefix.length)))
      : random.nextInt(min, Math.max(min, Math.min(top, 5)));
  }

  /** All values of a boundary case are equal, so further unique items are generated as ordinary values. */
  private fresh(source: fc.Arbitrary<Json>, random: fc.Random, bias: number | undefined, seen: Set<string>) {
    const first = source.generate(random, bias);
    if (!this.row.isUnique) return first;
    const free = random.clone();
    for (let tries = 60, value = first; tries > 0; tries--, value = source.generate(free, bias)) {
      const key = JSON.stringify(value.value_);
      if (seen.has(key)) continue;
      seen.add(key);
      return value;
    }
    return undefined;
  }

  private *simpler(drawn: readonly DrawnEntry[]): IterableIterator<fc.Value<Json[]>> {
    for (const rest of this.shorter(drawn)) yield assembleArray(rest);
    for (const [index, { source, value }] of drawn.entries()) {
      for (const next of source.shrink(value.value_, value.context)) {
        const changed = drawn.with(index, { source, value: next });
        if (this.isAllowed(changed)) yield assembleArray(changed);
      }
    }
  }

  private *shorter(drawn: readonly DrawnEntry[]): IterableIterator<readonly DrawnEntry[]> {
    const { min, prefix } = this.row;
    const spare = drawn.length - min;
    if (spare <= 0) return;
    const lengths = new Set([min, drawn.length - Math.ceil(spare / 2), drawn.length - 1]);
    for (const length of lengths) yield drawn.slice(0, length);
    for (let index = prefix.length; index < drawn.length - 1; index++) yield drawn.toSpliced(index, 1);
  }

  private isAllowed(drawn: readonly DrawnEntry[]): boolean {
    return !this.row.isUnique || new Set(drawn.map(({ value }) => JSON.stringify(value.value_))).size === drawn.length;
  }
}

const assembleArray = (drawn: readonly DrawnEntry[]): fc.Value<Json[]> =>
  new fc.Value(
    drawn.map(({ value }) => value.value_),
    drawn,
  );
