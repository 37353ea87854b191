import fc from 'fast-check';
import { type Boundary, getBoundary, getCaseIndex } from '../../rule/values/generators.js';

/** A generator that replaces another one in some boundary cases, and occasionally later. */
export interface BoundarySubstitute<T> {
  readonly source: fc.Arbitrary<T>;
  readonly corners: readonly Boundary[];
}

/** Generates from one of several generators: cycling in boundary cases, random later; shrinks into the first. */
export const chooseAmong = <T>(
  sources: readonly fc.Arbitrary<T>[],
  standIn?: BoundarySubstitute<T>,
): fc.Arbitrary<T> =>
  sources.length === 1 && !standIn ? (sources[0] as fc.Arbitrary<T>) : new ChoiceArbitrary(sources, standIn);

/** Generates one of these values: cycling in boundary cases; shrinks towards the first. */
export const chooseListed = <T>(values: readonly T[]): fc.Arbitrary<T> =>
  values.length === 1 ? fc.constant(values[0] as T) : chooseAmong(values.map((value) => fc.constant(value)));

/** Generates again until `isFit`, then ordinary values, then a fallback; undefined when no value is fit. */
export function filterArbitrary<T>(source: fc.Arbitrary<T>, isFit: (value: T) => boolean): fc.Arbitrary<T> | undefined {
  for (const runs of [4, 60, 400]) {
    const known = fc.sample(source, { seed: 1, numRuns: runs }).find(isFit);
    if (known !== undefined) return new FilteredArbitrary(source, isFit, known);
  }
  return undefined;
}

type ChoiceContext<T> = { readonly source: fc.Arbitrary<T>; readonly context: unknown; readonly random?: fc.Random };

class ChoiceArbitrary<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly sources: readonly fc.Arbitrary<T>[],
    private readonly standIn: BoundarySubstitute<T> | undefined,
  ) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    const source = this.pick(random);
    const { value_, context } = source.generate(random, bias);
    return new fc.Value(value_, { source, context, random: random.clone() } satisfies ChoiceContext<T>);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.sources.some((source) => source.canShrinkWithoutContext(value));
  }

  shrink(value: T, context?: unknown): fc.Stream<fc.Value<T>> {
    const from = (context as ChoiceContext<T> | undefined) ?? this.origin(value);
    if (!from) return fc.Stream.nil();
    const { source, random } = from;
    const own = source
      .shrink(value, from.context)
      .map((next) => new fc.Value(next.value_, { source, context: next.context, random } satisfies ChoiceContext<T>));
    const first = this.sources[0];
    if (!random || !first || source === first || source === this.standIn?.source) return own;
    const simpler = first.generate(random.clone(), undefined);
    const crossed = new fc.Value(simpler.value_, {
      source: first,
      context: simpler.context,
    } satisfies ChoiceContext<T>);
    return fc.Stream.of(crossed).join(own);
  }

  private pick(random: fc.Random): fc.Arbitrary<T> {
    const { sources, standIn } = this;
    const corner = getBoundary(random);
    const turn = getCaseIndex(random) ?? 0;
    if (standIn) {
      const isTurn = corner ? standIn.corners.includes(corner) : random.nextInt(0, 5) === 0;
      if (isTurn || sources.length === 0) return standIn.source;
    }
    return sources[corner ? turn % sources.length : random.nextInt(0, sources.length - 1)] as fc.Arbitrary<T>;
  }

  private origin(value: T): ChoiceContext<T> | undefined {
    const source = this.sources.find((each) => each.canShrinkWithoutContext(value));
    return source && { source, context: undefined };
  }
}

class FilteredArbitrary<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly source: fc.Arbitrary<T>,
    private readonly isFit: (value: T) => boolean,
    private readonly known: T,
  ) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return this.draw(random, bias, 4) ?? this.draw(random.clone(), bias, 100) ?? new fc.Value(this.known, keptContext);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.source.canShrinkWithoutContext(value) && this.isFit(value);
  }

  shrink(value: T, context?: unknown): fc.Stream<fc.Value<T>> {
    if (context === keptContext) return fc.Stream.nil();
    return this.source.shrink(value, context).filter((next) => this.isFit(next.value_));
  }

  /** A clone of the random source has no case number, so it gives ordinary values. */
  private draw(random: fc.Random, bias: number | undefined, tries: number): fc.Value<T> | undefined {
    for (let left = tries; left > 0; left--) {
      const drawn = this.source.generate(random, bias);
      if (this.isFit(drawn.value_)) return drawn;
    }
    return undefined;
  }
}

const keptContext = Symbol('kept');
