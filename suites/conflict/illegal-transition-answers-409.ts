import { creatable, defineRule, hasStatus, inconclusive, oneOf, readable, record, stateful } from '#rule';
import { isConflict, judgeConflict } from './_conflict-response.js';
import { performAndTryForbidden } from './_forbidden-actions.js';
import { createInState, succeedsElsewhere } from './_perform-actions.js';

/** Performs legal actions and sends forbidden ones in between, until one succeeds. */
export default defineRule({
  clause: 'ERR-11',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'An action that the state forbids returns 409',
  otherwise: 'An action that the state forbids did not return 409',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, stateful],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => record({ body: bodies.body(), steps: bodies.steps(10), times: oneOf(2, 1) }),
  when: async ({ body, steps, times }, tools) => {
    const tried = await performAndTryForbidden(tools, await createInState(tools, body), steps, times);
    const odd = new Set(
      tried.filter(({ asked }) => hasStatus(asked, 4, 5) && !hasStatus(asked, 409)).map(({ name }) => name),
    );
    const right: string[] = [];
    for (const name of odd) if (await succeedsElsewhere(tools, name, body)) right.push(name);
    return { tried, right };
  },
  then: ({ tried, right }, { dialect }) => {
    const step = tried.find(({ asked }) => !isConflict(asked, dialect)) ?? tried[0];
    if (!step) return inconclusive('no-usable-case', 'no action was forbidden by the declared states');
    const { name, stop, asked } = step;
    const why = `${name} is forbidden in state ${stop.state}`;
    const shows = [stop.look, asked];
    return judgeConflict({ asked, why, isDone: true, isRight: right.includes(name), shows }, dialect);
  },
  proof: {
    violatedBy: [
      'refund-of-a-pending-order-succeeds',
      'forbidden-action-answers-400',
      'second-refused-refund-succeeds',
    ],
    silentIn: ['conflict-422', 'etags', 'links-none', 'ids-integer', 'put-204'],
  },
});
