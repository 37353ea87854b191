import { defineRule, inconclusive, needs, values } from '#rule';
import { isConflict, judgeEffectOnItem, readAfterRefusals } from './_shared/judge-conflicts.js';
import {
  createInWrittenState,
  listForbiddenNext,
  listStates,
  listStateWrites,
  pickTurn,
  writableStates,
  writeState,
} from './_shared/write-state.js';

/** The refused writes name a state that may not follow; the item must show nothing of them. */
export default defineRule({
  clause: 'ERR-19',
  title: 'A refused state change has no effect',
  otherwise: 'A refused state change had an effect',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, writableStates],
  assumes: [
    'creation/created-item-is-readable',
    'conflict/forbidden-state-change-answers-409',
    'safety/get-does-not-change-the-item',
  ],
  cases: 4,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) }),
  when: async ({ body, turn }, tools) => {
    const { collection } = tools;
    const { states } = collection;
    const left = states ? listStates(states).filter((state) => listForbiddenNext(states, state).length > 0) : [];
    const wanted = pickTurn(left, turn);
    const { item, state } = await createInWrittenState(tools, body, (one) => one === wanted);
    const before = await item.get();
    const method = pickTurn(listStateWrites(collection), turn, left.length);
    const target = pickTurn(states ? listForbiddenNext(states, state) : [], turn, left.length);
    const refused = method && target !== undefined ? [await writeState(item, method, target, tools)] : [];
    return { refused, trace: await readAfterRefusals(item, before, refused) };
  },
  then: ({ refused, trace }, judging) => {
    if (refused.length === 0) return inconclusive('no-usable-case', 'no state change is forbidden');
    const odd = refused.find((asked) => !isConflict(asked, judging.dialect));
    if (odd) return inconclusive('setup', `${odd.method} of a forbidden state returned ${odd.answer?.status}`);
    return judgeEffectOnItem(trace, judging);
  },
  silentIn: ['stages', 'etags', 'put-204', 'version-counter'],
});
