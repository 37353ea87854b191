import { assume, defineMonitor, defineRule, held, http, type Tools, violated } from '#rule';
import { addressWithoutGet, openAddress, visitAddress } from './_shared/addresses.js';

/** RFC 9110 §15.5.6: an empty field is allowed, a missing one is not. */
export default defineRule({
  clause: 'ERR-22',
  per: 'resource',
  title: 'A 405 response lists the methods in Allow',
  otherwise: 'A 405 response has no Allow field',
  touches: 'reads',
  needs: [openAddress, addressWithoutGet],
  when: async (_, tools: Tools) => {
    const refused = (await visitAddress(tools)).filter((exchange) => http.hasStatus(exchange, 405));
    assume(refused.length > 0, 'no-usable-case', 'no safe request to this address returned 405');
    return { refused };
  },
  then: ({ refused }) => {
    const bare = refused.find(({ answer }) => http.getHeader(answer, 'allow') === undefined);
    if (bare === undefined) return held;
    return violated({ expected: 'an Allow field', actual: `${bare.method} returned 405 without it`, shows: [bare] });
  },
  monitor: defineMonitor({
    expected: 'an Allow field',
    isProof: true,
    on: (exchange) => {
      if (!http.hasStatus(exchange, 405) || !exchange.hasFields) return undefined;
      return http.getHeader(exchange.answer, 'allow') === undefined ? { flaw: '405 without Allow' } : 'kept';
    },
  }),
  silentIn: ['inventory'],
});
