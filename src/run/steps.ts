import fc from 'fast-check';
import { type Arbitrary, type Collection, inTurn, type StateModel } from '../rule/index.js';

/**
 * Sequences of actions on an item whose life is declared. The first cases walk every path from the initial state to an
 * end, and try in each state on the way what that state forbids; later ones are drawn by chance. Shrinks by leaving out.
 */
export function stepsOf(
  { states, actions }: Pick<Collection, 'states' | 'actions'>,
  most: number,
): Arbitrary<readonly string[]> {
  const names = actions.filter(({ post }) => post !== undefined).map(({ name }) => name);
  if (states === undefined || names.length === 0) return fc.constant([]);
  const planned = walksOf(states, names).map((walk) => walk.slice(0, Math.max(most, 1)));
  const usual = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: most });
  return inTurn(usual, (turn) => {
    const walk = planned[turn];
    return walk === undefined || walk.length === 0 ? usual : fc.constant(walk);
  });
}

/** Every way through the states without a circle, with all forbidden actions tried in each of them. */
export function walksOf({ transitions, initial }: StateModel, names: readonly string[]): string[][] {
  const begin = initial ?? Object.keys(transitions)[0];
  if (begin === undefined) return [[...names]];
  const walk = (state: string, visited: readonly string[]): string[][] => {
    const next = transitions[state] ?? {};
    const forbidden = names.filter((name) => next[name] === undefined);
    const onwards = names.filter((name) => next[name] !== undefined && !visited.includes(next[name] as string));
    if (onwards.length === 0) return [forbidden];
    return onwards.flatMap((name) => {
      const to = next[name] as string;
      return walk(to, [...visited, to]).map((rest) => [...forbidden, name, ...rest]);
    });
  };
  return walk(begin, [begin]);
}
