import { defineRule, http, inconclusive, needs, values } from '#rule';
import { isConflict, judgeConflict } from './_shared/judge-conflicts.js';
import { createInState, performAndTryForbidden, succeedsElsewhere } from './_shared/states.js';

/** Performs legal actions and sends forbidden ones in between, until one succeeds. */
export default defineRule({
  clause: 'ERR-11',
  title: 'An action that the state forbids returns 409',
  otherwise: 'An action that the state forbids did not return 409',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.stateful],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), steps: bodies.steps(10), times: values.oneOf(2, 1) }),
  when: async ({ body, steps, times }, tools) => {
    const tried = await performAndTryForbidden(tools, await createInState(tools, body), steps, times);
    const odd = new Set(
      tried.filter(({ asked }) => http.hasStatus(asked, 4, 5) && !http.hasStatus(asked, 409)).map(({ name }) => name),
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
  silentIn: ['conflict-422', 'etags', 'links-none', 'ids-integer', 'put-204'],
});
