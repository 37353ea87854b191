import { defineRule, held, http, inconclusive, type Tools, violated } from '#rule';
import { openAddress, visitAddress } from './_shared/addresses.js';

/**
 * An address that has no GET refuses it with 404 or 405. A GET that the document has may fail for reasons of the
 * service, so only its variants with a wrong id or query are judged, where the plain one does not fail.
 */
export default defineRule({
  clause: 'ERR-04',
  per: 'resource',
  title: 'A safe request to any address is not a server error',
  otherwise: 'A safe request caused a server error',
  touches: 'reads',
  needs: [openAddress],
  when: async (_, tools: Tools) => ({
    seen: await visitAddress(tools),
    isRead: tools.subject.resource().operations.some(({ operation }) => operation.method === 'GET'),
  }),
  then: ({ seen, isRead }) => {
    const [, plain] = seen;
    if (isRead && plain !== undefined && http.isServerFailure(plain))
      return inconclusive('no-answer', `GET itself returned ${plain.answer?.status}`);
    const failure = seen.find((exchange) => http.isServerFailure(exchange));
    if (failure === undefined) return held;
    return violated({
      expected: 'a status below 500: 4xx if the request is invalid',
      actual: `${failure.method} returned ${failure.answer?.status}`,
      shows: isRead && plain !== undefined && failure !== plain ? [plain, failure] : [failure],
    });
  },
  silentIn: ['inventory', 'inventory-with-strict-queries', 'errors-text'],
});
