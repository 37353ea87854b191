import { definePassiveRule } from '#rule';
import { findBrokenConnection } from './_shared/server-failure.js';

/**
 * Judges the requests that were under way when the service stopped accepting connections. Each is sent again alone, between
 * requests that the service answers; a service that stops for another reason does not stop at this request each time.
 */
export default definePassiveRule({
  clause: 'ERR-25',
  title: 'No request stops the service',
  otherwise: 'A request stops the service',
  observes: {
    findFlaw: findBrokenConnection,
    expected: 'a response, and a service that accepts the next connection',
    isOnlyIfRepeated: true,
    isAboutOutages: true,
  },
  silentIn: ['errors-text', 'errors-empty', 'second-delete-204', 'put-204'],
});
