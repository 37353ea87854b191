import { type Action, type Collection, defineCollectionNeed, findStatePath, type Need, type StateModel } from '#rule';
import { decideLegality } from './_action-legality.js';

/** An action is declared as forbidden in one state and legal in a later one. */
export const laterLegalActions: Need = defineCollectionNeed(
  'action that becomes legal later',
  'no action is declared that is forbidden in one state and legal in a later one',
  'resources[].states.transitions',
  (collection) => {
    const { states } = collection;
    if (!states) return false;
    const starts = states.initial === undefined ? Object.keys(states.transitions) : [states.initial];
    return starts.some((start) => listLaterLegalActions(collection, states, start).length > 0);
  },
);

/** An action that is forbidden at first and legal later. */
export interface LaterLegalAction {
  readonly action: Action;
  /** The path to a state that forbids the action, and from there to a state that allows it. */
  readonly early: readonly string[];
  readonly late: readonly string[];
}

/** Every action that can be refused in one state and requested again in a later one. */
export function listLaterLegalActions(collection: Collection, states: StateModel, start: string): LaterLegalAction[] {
  return Object.keys(states.transitions).flatMap((state) => {
    const early = findStatePath(states, start, (other) => other === state);
    return collection.actions.flatMap((action) => {
      if (!early || !action.post || decideLegality(collection, action, state) !== 'forbidden') return [];
      const late = findStatePath(states, state, (other) => decideLegality(collection, action, other) === 'legal');
      return late && !early.includes(action.name) ? [{ action, early, late }] : [];
    });
  });
}
