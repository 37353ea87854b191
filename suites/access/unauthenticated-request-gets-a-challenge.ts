import { defineRule, type Exchange, held, http, inconclusive, needs, values, violated } from '#rule';
import { listReadAttempts } from './_shared/attempts.js';
import { isChallenge } from './_shared/challenge.js';

/** RFC 9110 §11.6.1. Only responses with status 401 are checked. */
export default defineRule({
  clause: 'AUTH-05',
  title: 'A 401 response has a WWW-Authenticate challenge',
  otherwise: 'A 401 response has no valid WWW-Authenticate challenge',
  touches: 'reads',
  needs: [needs.readable, needs.secured],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const item = await tools.items.getAny(body);
    await http.readBack(item);
    const asked: Exchange[] = [];
    for (const as of ['none', 'invalid'] as const) {
      for (const reading of listReadAttempts(item, tools)) asked.push(await reading.send(as));
    }
    return asked.filter((exchange) => http.hasStatus(exchange, 401));
  },
  then: (refused) => {
    if (refused.length === 0) return inconclusive('no-usable-case', 'no request returned 401');
    const bare = refused.find(({ answer }) => !isChallenge(answer?.headers['www-authenticate']));
    if (bare === undefined) return held;
    const found = bare.answer?.headers['www-authenticate'];
    return violated({
      expected: 'WWW-Authenticate with a scheme and its parameters',
      actual: found === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate: ${[found].flat().join(', ')}`,
      shows: [bare],
    });
  },
  observes: {
    statuses: [401],
    findFlaw: ({ answer }) =>
      isChallenge(answer?.headers['www-authenticate']) ? undefined : '401 without a valid WWW-Authenticate',
    expected: 'WWW-Authenticate with a scheme and its parameters',
  },
  silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key'],
});
