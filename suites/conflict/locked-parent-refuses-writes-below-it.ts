import { defineRule, http, inconclusive, needs } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { drawWrites } from '../_shared/states.js';
import { judgeConflict } from './_shared/judge-conflicts.js';
import { lockingParents, writeBelowLocked } from './_shared/locked-parents.js';

/** The control is the same write before the item above is led to the state. */
export default defineRule({
  clause: 'ERR-11',
  title: 'A write that the state of the item above refuses returns 409',
  otherwise: 'A write that the state of the item above should refuse did not return 409',
  doubt: 'A lock may be meant for the item alone, and not for what is below it.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, lockingParents],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: drawWrites,
  when: ({ turn, ...content }, tools) => writeBelowLocked(tools, content, turn),
  then: ({ state, parent, tried }, { dialect }) => {
    const findings = tried.map(({ asked, control, look, isDone }) =>
      judgeConflict(
        {
          ...{ asked, isDone, isRight: http.hasStatus(control, 2) },
          shows: [control, parent, asked, ...(look ? [look] : [])],
          why: `the item above is ${state}, which refuses ${asked.method}`,
        },
        dialect,
      ),
    );
    return combineFindings(findings, inconclusive('no-usable-case', 'no write could be tried below the item'));
  },
  silentIn: ['paid-orders-keep-their-parts', 'order-parts', 'order-parts-numbered'],
});
