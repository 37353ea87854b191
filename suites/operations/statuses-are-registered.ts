import { defineRule, held, http, type Tools, violated } from '#rule';
import { openAddress, visitAddress } from './_shared/addresses.js';

export default defineRule({
  clause: 'ERR-14',
  per: 'resource',
  title: 'Statuses of an address are registered and match the request',
  otherwise: 'A status of an address is not registered, or does not match the request',
  touches: 'reads',
  needs: [openAddress],
  when: async (_, tools: Tools) => ({
    seen: await visitAddress(tools),
    declared: tools.subject.resource().operations.flatMap(({ operation }) => operation.statuses),
  }),
  then: ({ seen, declared }, { dialect }) => {
    const known = [...dialect.extraStatuses, ...declared];
    const odd = seen.find((exchange) => http.findStatusFlaw(exchange, known) !== undefined);
    if (odd === undefined) return held;
    return violated({
      expected: 'a registered status that matches the request',
      actual: http.findStatusFlaw(odd, known) ?? null,
      shows: [odd],
    });
  },
  silentIn: ['inventory', 'etags', 'pagination-range'],
});
