import { assume, defineMonitor, defineRule, type Exchange, held, http, needs, values, violated } from '#rule';
import { provokeErrors } from './_shared/content.js';

/** RFC 9457 §3.1. Errors in another format are not checked. */
export default defineRule({
  clause: 'ERR-15',
  title: 'Problem details are well-formed and have the status of the response',
  otherwise: 'Problem details are malformed, or have another status than the response',
  touches: 'writes',
  needs: [needs.creatable, needs.constrainedBodies],
  cases: 2,
  given: (bodies) => values.record({ invalid: bodies.nearMiss() }),
  when: async ({ invalid }, tools) => {
    const errors = await provokeErrors(tools, tools.collection, [invalid.body]);
    const problems = errors.filter((error) => http.readProblem(error) !== undefined);
    assume(problems.length > 0, 'no-usable-case', `none of ${errors.length} errors has problem details`);
    return { problems };
  },
  then: ({ problems }) => {
    const odd = problems.find((exchange) => findFlaw(exchange) !== undefined);
    if (odd === undefined) return held;
    return violated({ expected: 'problem details as in RFC 9457', actual: findFlaw(odd) ?? null, shows: [odd] });
  },
  monitor: defineMonitor({
    expected: 'problem details as in RFC 9457',
    isProof: true,
    on: (exchange) => {
      const flaw = findFlaw(exchange);
      if (!exchange.hasText || http.readProblem(exchange) === undefined) return undefined;
      return flaw === undefined ? 'kept' : { flaw };
    },
  }),
  silentIn: ['soft-delete-410', 'syntax-422', 'semantic-400', 'keys-required'],
});

const findFlaw = (exchange: Exchange): string | undefined => http.readProblem(exchange)?.flaw;
