import { defineRule, http, inconclusive, needs } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { drawWrites } from '../_shared/states.js';
import { judgeConflict } from './_shared/judge-conflicts.js';
import { hasChangedItem, type LockedWrite, lockingStates, writeLocked } from './_shared/locked-items.js';

/** The control is the same write to an item in another state, which succeeds. */
export default defineRule({
  clause: 'ERR-11',
  title: 'A write that the state of the item refuses returns 409',
  otherwise: 'A write that the state of the item should refuse did not return 409',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, lockingStates],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: drawWrites,
  when: async ({ body, turn, ...content }, tools) => {
    const seen = await writeLocked(tools, body, content, turn);
    const isIgnored = ({ asked, control }: LockedWrite) => http.hasStatus(asked, 2) && control !== undefined;
    const tried = seen.tried.map((one) => ({ ...one, isDone: hasChangedItem(one, seen.before) || isIgnored(one) }));
    return { ...seen, tried };
  },
  then: ({ state, before, tried, after }, { dialect }) => {
    const findings = tried.map(({ asked, control, isDone }) =>
      judgeConflict(
        {
          ...{ asked, isDone, isRight: control !== undefined, shows: [before, asked, after] },
          why: `an item that is ${state} refuses ${asked.method}`,
        },
        dialect,
      ),
    );
    return combineFindings(
      findings,
      inconclusive('no-usable-case', `no write to an item that is ${state} could be tried`),
    );
  },
  silentIn: ['paid-orders-are-locked', 'etags', 'put-204', 'conflict-422'],
});
