import type { DeclaredResource } from '../../../../src/model/service/declared-resource.js';
import type { CollectionFacts } from '../../facts/facts.js';

/** The action of items and their states, as a profile declares them. */
export function writeStates(facts: CollectionFacts): Pick<DeclaredResource, 'actions' | 'states'> {
  const { action } = facts;
  if (!action) return writeOrderedStates(facts);
  const { repeatedAction, states } = facts.design.choices;
  const [initial, after] = action.states;
  const methods = facts.changes.flatMap(({ method }) => (method === 'POST' ? [] : method));
  return {
    actions: [
      {
        name: action.name,
        path: action.path,
        body: { reason: 'a reason' },
        from: [initial],
        ...(action.hasRecord && { fields: { date: '/date', reason: '/reason', author: '/author' } }),
        readable: action.hasRecord,
        repeat: repeatedAction,
      },
    ],
    states: {
      pointer: `/${action.stateMember}`,
      initial,
      terminal: [after],
      transitions: { [initial]: { [action.name]: after } },
      ...(states === 'after-action' && methods.length > 0 && { locked: { [after]: methods } }),
    },
  };
}

/** A member whose values follow one another. */
function writeOrderedStates({ members, changes }: CollectionFacts): Pick<DeclaredResource, 'states'> {
  const ordered = members.find(({ isOrdered }) => isOrdered);
  const setBy = changes.flatMap(({ method }) => (method === 'POST' ? [] : method));
  const values = ordered?.values;
  if (!ordered || !values || setBy.length === 0) return {};
  const transitions = values.slice(0, -1).map((value, index) => [value, values.slice(index + 1, index + 2)]);
  return {
    states: {
      pointer: `/${ordered.name}`,
      initial: String(ordered.default ?? values[0]),
      terminal: values.slice(-1),
      transitions: Object.fromEntries(transitions),
      setBy,
    },
  };
}
