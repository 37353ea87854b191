import { assume, defineRule, held, http, type Tools, violated } from '#rule';
import { openAddress, refusingAddress, selectErrors, visitAddress } from './_shared/addresses.js';

/** RFC 9457 §3.1. Errors in another format are not checked. */
export default defineRule({
  clause: 'ERR-15',
  per: 'resource',
  title: 'Problem details of an address are well-formed and have its status',
  otherwise: 'Problem details of an address are malformed, or have another status',
  touches: 'reads',
  needs: [openAddress, refusingAddress],
  when: async (_, tools: Tools) => {
    const problems = selectErrors(await visitAddress(tools)).filter((error) => http.readProblem(error) !== undefined);
    assume(problems.length > 0, 'no-usable-case', 'no error of this address has problem details');
    return { problems };
  },
  then: ({ problems }) => {
    const odd = problems.find((exchange) => http.readProblem(exchange)?.flaw !== undefined);
    if (odd === undefined) return held;
    return violated({
      expected: 'problem details as in RFC 9457',
      actual: http.readProblem(odd)?.flaw ?? null,
      shows: [odd],
    });
  },
  silentIn: ['inventory', 'soft-delete-410'],
});
