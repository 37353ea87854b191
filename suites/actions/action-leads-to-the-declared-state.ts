import { assume, compare, defineRule, held, inconclusive, needs, values, violated } from '#rule';
import { declaredNextState, getNextState, judgeOpenAction, reachLegalState } from './_shared/perform-action.js';

export default defineRule({
  clause: 'ACT-04',
  per: 'action',
  title: 'An action leads the item to the declared state',
  otherwise: 'An action led the item to another state than the declared one',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.performable, declaredNextState],
  assumes: ['creation/created-item-is-readable'],
  cases: 4,
  given: (bodies) => values.record({ body: bodies.body(), content: bodies.action(), turn: values.integer(0, 3) }),
  when: async ({ body, content, turn }, tools) => {
    const { collection } = tools;
    const item = await tools.items.create(body, { role: 'control' });
    const next = getNextState(collection, tools.subject.action(), await reachLegalState(tools, item, turn));
    assume(next !== undefined, 'setup', 'the state after the action is not declared for the current state');
    const performed = await tools.actions.perform(item, tools.subject.action(), { body: content });
    const shown = (look: typeof performed) => compare.readState(collection, look.answer?.json);
    const after = await item.getUntil((look) => shown(look) === next);
    return { performed, after, next, state: shown(after) };
  },
  then: ({ performed, after, next, state }, { collection: { states } }) => {
    const open = judgeOpenAction(performed);
    if (open || state === next) return open ?? held;
    const known = Object.entries(states?.transitions ?? {}).flatMap(([from, to]) => [from, ...Object.values(to)]);
    if (!states || state === undefined || ![...known, ...states.terminal].includes(state))
      return inconclusive('setup', `the state of the item is not a declared one: ${state ?? 'no state shown'}`);
    if (compare.findStatePath(states, next, (other) => other === state))
      return inconclusive('setup', `the item moved on to ${state} by itself`);
    return violated({ expected: { state: next }, actual: { state }, shows: [performed, after] });
  },
  silentIn: ['etags', 'put-204', 'version-counter', 'time-in-the-body', 'ids-integer'],
});
