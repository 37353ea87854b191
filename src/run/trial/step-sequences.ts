import fc from 'fast-check';
import { getMember } from '../../model/json.js';
import type { StateModel } from '../../model/service/collection-parts.js';
import type { Collection } from '../../model/service/subject.js';
import { getCaseIndex } from '../../rule/values/boundary.js';
import type { Arbitrary } from '../../rule/values/generators.js';

type Steps = readonly string[];

/** Generates sequences of names: planned ones first, one for each case, then random ones. Shrinks by omitting steps. */
class SequenceArbitrary extends fc.Arbitrary<Steps> {
  constructor(
    private readonly names: Steps,
    private readonly planned: readonly Steps[],
    private readonly most: number,
  ) {
    super();
  }

  generate(random: fc.Random): fc.Value<Steps> {
    const planned = this.planned[getCaseIndex(random) ?? this.planned.length];
    return new fc.Value(planned ?? this.byChance(random), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Steps {
    return Array.isArray(value);
  }

  shrink(value: Steps): fc.Stream<fc.Value<Steps>> {
    if (value.length < 2) return fc.Stream.nil();
    const half = Math.ceil(value.length / 2);
    const shorter = [value.slice(0, half), value.slice(half), ...value.map((_, i) => value.toSpliced(i, 1))];
    return fc.Stream.of(...shorter.map((steps) => new fc.Value(steps, undefined)));
  }

  private byChance(random: fc.Random): Steps {
    const length = random.nextInt(1, this.most);
    return Array.from({ length }, () => this.names[random.nextInt(0, this.names.length - 1)] as string);
  }
}

/**
 * Generates sequences of actions on an item with declared states. The first cases walk every path from the initial
 * state to a final one, and try the forbidden actions in each state on the way; later cases are random. Shrinks by
 * omitting steps.
 */
export function createStepSequences(
  { states, actions }: Pick<Collection, 'states' | 'actions'>,
  most: number,
): Arbitrary<Steps> {
  const names = actions.filter(({ post }) => post !== undefined).map(({ name }) => name);
  if (states === undefined || names.length === 0) return fc.constant([]);
  const walks = listStateWalks(states, names).map((walk) => walk.slice(0, most));
  const planned = walks.filter((walk) => walk.length > 0);
  return new SequenceArbitrary(names, planned, most);
}

/** Lists every path through the states without a cycle, with all forbidden actions tried in each state. */
export function listStateWalks({ transitions, initial }: StateModel, names: Steps): string[][] {
  const begin = initial ?? Object.keys(transitions)[0];
  if (begin === undefined) return [[...names]];
  const walk = (state: string, visited: Steps): string[][] => {
    const next = getMember(transitions, state) ?? {};
    const forbidden = names.filter((name) => getMember(next, name) === undefined);
    const onwards = names.filter(
      (name) => getMember(next, name) !== undefined && !visited.includes(next[name] as string),
    );
    if (onwards.length === 0) return [forbidden];
    return onwards.flatMap((name) => {
      const to = next[name] as string;
      return walk(to, [...visited, to]).map((rest) => [...forbidden, name, ...rest]);
    });
  };
  return walk(begin, [begin]);
}
