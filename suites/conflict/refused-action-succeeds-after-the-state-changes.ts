import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { isConflict, laterLegalActions, listLaterLegalActions } from './_shared/judge-conflicts.js';
import { createInState, performActions, succeedsElsewhere } from './_shared/states.js';

/** An action that is forbidden in one state and legal in a later one: refused first, and requested again in the later state. */
export default defineRule({
  clause: 'ERR-20',
  title: 'An action refused for its state succeeds in a state that allows it',
  otherwise: 'An action refused for its state is still refused in a state that allows it',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.stateful, laterLegalActions],
  assumes: ['creation/created-item-is-readable', 'conflict/illegal-transition-answers-409'],
  cases: 2,
  given: (bodies) =>
    values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7), times: values.integer(1, 3) }),
  when: async ({ body, turn, times }, tools) => {
    const { states } = tools.collection;
    const start = await createInState(tools, body);
    const chances = states ? listLaterLegalActions(tools.collection, states, start.state) : [];
    const chance = chances[turn % Math.max(chances.length, 1)];
    assume(chance !== undefined, 'no-usable-case', 'no action is forbidden in one state and legal in a later one');
    const early = await performActions(tools, start, chance.early);
    const refused = [];
    while (refused.length < times) refused.push(await tools.actions.perform(early.item, chance.action));
    const ready = await performActions(tools, early, chance.late);
    const asked = await tools.actions.perform(ready.item, chance.action);
    const isRight = http.hasStatus(asked, 2) || (await succeedsElsewhere(tools, chance.action.name, body));
    return { refused, ready, asked, isRight };
  },
  then: ({ refused, ready, asked, isRight }, { dialect }) => {
    const odd = refused.find((exchange) => !isConflict(exchange, dialect));
    if (odd) return inconclusive('setup', `the forbidden action returned ${odd.answer?.status}`);
    if (http.hasStatus(asked, 2)) return held;
    const { status } = asked.answer ?? {};
    const isOpen = http.hasStatus(asked, 1, 3, 401, 403, 412, 423, 428);
    if (isOpen || !isRight)
      return inconclusive('setup', `the action, legal in state ${ready.state}, returned ${status}`);
    const shows = [...refused.slice(-1), ready.look, asked];
    return violated({
      expected: `success, because the item is ${ready.state}`,
      actual: `POST returned ${status}`,
      shows,
    });
  },
  silentIn: ['conflict-422', 'etags', 'put-204', 'ids-integer', 'key-in-flight-409'],
});
