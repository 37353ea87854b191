import { defineRule, held, inconclusive, needs } from '#rule';
import { drawWrites } from '../_shared/states.js';
import { canKeepState, judgeState, writeInStates } from './_shared/write-in-state.js';

/**
 * Items are led to states other than the first one, and then replaced or patched without naming a state. The control is another
 * item in the same state, to which nothing is written.
 */
export default defineRule({
  clause: 'ACT-05',
  title: 'A write that does not set the state keeps it',
  otherwise: 'A write that does not set the state changed it',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, canKeepState],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 1,
  given: drawWrites,
  when: ({ body, turn, ...content }, tools) => writeInStates(tools, body, content, turn),
  then: (tried, { collection }) => {
    const findings = tried.map((one) => judgeState(one, collection));
    const isHeld = findings.some(({ verdict }) => verdict === 'held');
    return (
      findings.find(({ verdict }) => verdict === 'violated') ??
      (isHeld ? held : findings[0]) ??
      inconclusive('no-usable-case', 'no write was sent')
    );
  },
  silentIn: ['stages', 'etags', 'put-204', 'version-counter', 'paid-orders-are-locked'],
});
