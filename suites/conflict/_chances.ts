import { type Action, type Collection, defineCollectionNeed, findStatePath, type Need, type StateModel } from '#rule';
import { standingOf } from './_life.js';

/** An action is declared as forbidden in one state and legal in a later one. */
export const awaitable: Need = defineCollectionNeed(
  'action that becomes legal later',
  'no action is declared that is forbidden in one state and legal in a later one',
  'resources[].states.transitions',
  (collection) => {
    const { states } = collection;
    if (!states) return false;
    const starts = states.initial === undefined ? Object.keys(states.transitions) : [states.initial];
    return starts.some((start) => waitingIn(collection, states, start).length > 0);
  },
);

/** An action that is forbidden at first and legal later. */
export interface Chance {
  readonly action: Action;
  /** The path to a state that forbids the action, and from there to a state that allows it. */
  readonly early: readonly string[];
  readonly late: readonly string[];
}

/** Every action that can be refused in one state and requested again in a later one. */
export function waitingIn(collection: Collection, states: StateModel, start: string): Chance[] {
  return Object.keys(states.transitions).flatMap((state) => {
    const early = findStatePath(states, start, (other) => other === state);
    return collection.actions.flatMap((action) => {
      if (!early || !action.post || standingOf(collection, action, state) !== 'forbidden') return [];
      const late = findStatePath(states, state, (other) => standingOf(collection, action, other) === 'legal');
      return late && !early.includes(action.name) ? [{ action, early, late }] : [];
    });
  });
}
