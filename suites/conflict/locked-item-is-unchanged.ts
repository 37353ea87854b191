import { defineRule, inconclusive, needs } from '#rule';
import { drawWrites } from '../_shared/states.js';
import { isConflict, judgeEffectOnItem } from './_shared/judge-conflicts.js';
import { lockingStates, writeLocked } from './_shared/locked-items.js';

/** Members that the refused writes named, and all others, are compared. */
export default defineRule({
  clause: 'ERR-19',
  title: 'A write refused for the state of the item has no effect',
  otherwise: 'A write refused for the state of the item had an effect',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, lockingStates],
  assumes: [
    'creation/created-item-is-readable',
    'conflict/locked-item-answers-409',
    'safety/get-does-not-change-the-item',
  ],
  cases: 2,
  given: drawWrites,
  when: ({ body, turn, ...content }, tools) => writeLocked(tools, body, content, turn),
  then: ({ before, after, again, tried }, judging) => {
    const refused = tried.map(({ asked }) => asked);
    if (refused.length === 0) return inconclusive('no-usable-case', 'no write could be tried');
    const odd = refused.find((asked) => !isConflict(asked, judging.dialect));
    if (odd) return inconclusive('setup', `${odd.method} returned ${odd.answer?.status}`);
    return judgeEffectOnItem({ before, after, again, refused }, judging);
  },
  silentIn: ['paid-orders-are-locked', 'etags', 'put-204', 'version-counter'],
});
