import { defineRule, inconclusive, needs, values } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { judgeConflict } from './_shared/judge-conflicts.js';
import { tryForbiddenChanges, writableStates } from './_shared/write-state.js';

/**
 * In one state after the other, writes a state that may not follow, with each method that writes states. Another refusal
 * than 409 decides only where the same write succeeds in a state that allows it.
 */
export default defineRule({
  clause: 'ERR-11',
  title: 'A state change that the declared states forbid returns 409',
  otherwise: 'A state change that the declared states forbid did not return 409',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, writableStates],
  assumes: ['creation/created-item-is-readable'],
  cases: 4,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) }),
  when: ({ body, turn }, tools) => tryForbiddenChanges(tools, body, turn),
  then: ({ stated, tried }, { dialect }) => {
    const findings = tried.map(({ asked, look, target, isDone, isRight }) =>
      judgeConflict(
        {
          ...{ asked, isDone, isRight, isShown: isDone },
          why: `${target} may not follow ${stated.state}`,
          shows: isDone ? [stated.look, asked, look] : [stated.look, asked],
        },
        dialect,
      ),
    );
    return combineFindings(findings, inconclusive('no-usable-case', `every state may follow ${stated.state}`));
  },
  silentIn: ['stages', 'etags', 'put-204', 'conflict-422'],
});
