import { definePassiveRule } from '#rule';
import { findServerFailure } from './_shared/server-failure.js';

/**
 * A single failure proves nothing. A request that fails each time, while others succeed, is either valid, and then it
 * must succeed, or invalid, and then the service must say so.
 */
export default definePassiveRule({
  clause: 'ERR-23',
  title: 'No request fails with a server error each time it is sent',
  otherwise: 'A request fails with a server error each time it is sent',
  observes: {
    findFlaw: findServerFailure,
    expected: 'the success status of the operation, or a 4xx status if the request is wrong',
    isOnlyIfRepeated: true,
  },
  silentIn: ['errors-text', 'errors-empty', 'unique-reference', 'ids-integer', 'put-creates'],
});
