import { compare, defineRule, http, inconclusive, needs, values, violated } from '#rule';
import { isConflict, judgeEffectOnItem, listStates, readAfterRefusals } from './_shared/judge-conflicts.js';
import { createInState, findStrayRecord, performActions, sendForbiddenActions } from './_shared/states.js';

/** In one state after the other, sends the forbidden actions, and reads the item and the records of the actions. */
export default defineRule({
  clause: 'ERR-19',
  title: 'An action refused for its state has no effect',
  otherwise: 'An action refused for its state had an effect',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.stateful],
  assumes: [
    'creation/created-item-is-readable',
    'actions/record-is-readable',
    'conflict/illegal-transition-answers-409',
    'safety/get-does-not-change-the-item',
  ],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7),
      times: values.oneOf(1, 1, 1, 1, 2),
    }),
  when: async ({ body, turn, times }, tools) => {
    const { states } = tools.collection;
    const start = await createInState(tools, body);
    const ways = (states ? listStates(states) : []).flatMap((end) => {
      const way = states && compare.findStatePath(states, start.state, (state) => state === end);
      return way ? [way] : [];
    });
    const way = ways[turn % Math.max(ways.length, 1)] ?? [];
    const stop = await performActions(tools, start, way);
    const before = stop.look === stop.item.createdBy ? await stop.item.get() : stop.look;
    const tries = await sendForbiddenActions(tools, stop, way, times);
    const refused = tries.map(({ asked }) => asked);
    const trace = await readAfterRefusals(stop.item, before, refused);
    return { state: stop.state, tries, trace, stray: await findStrayRecord(tools, stop, tries, body) };
  },
  then: ({ state, tries, trace, stray }, judging) => {
    if (tries.length === 0) return inconclusive('no-usable-case', `no action is forbidden in state ${state}`);
    const odd = tries.find(({ asked }) => !isConflict(asked, judging.dialect));
    if (odd)
      return inconclusive('setup', `${odd.action.name}, in state ${state}, returned ${odd.asked.answer?.status}`);
    if (!stray) return judgeEffectOnItem(trace, judging);
    const { expected, actual, shows } = stray;
    return http.hasStatus(stray.found, 200)
      ? violated({ expected, actual, shows })
      : inconclusive('setup', `GET of a record returned ${stray.found.answer?.status}`);
  },
  silentIn: ['conflict-422', 'etags', 'version-counter', 'time-in-the-body', 'access-statistics'],
});
