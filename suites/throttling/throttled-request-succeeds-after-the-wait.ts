import { defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { burstUntil429, declaredRateLimit } from './_shared/burst.js';
import { waitAsAnnounced, waitForReset } from './_shared/wait.js';

/** Other clients may have used up the limit meanwhile; after two refusals, each after the announced time, that time is wrong. */
export default defineRule({
  clause: 'RATE-03',
  per: 'service',
  title: 'A throttled request succeeds after the announced time',
  otherwise: 'A throttled request was refused again after the announced time',
  touches: 'floods',
  watches: 'service',
  needs: [needs.listable, declaredRateLimit],
  assumes: ['throttling/requests-over-the-limit-answer-429', 'throttling/status-429-has-a-readable-retry-after'],
  cases: 1,
  given: () => values.record({ atOnce: values.oneOf(8, 1) }),
  when: async ({ atOnce }, tools) => {
    const sent = await burstUntil429(tools, atOnce);
    const again = [];
    for (let last = sent.last; again.length < 2 && http.hasStatus(last, 429); again.push(last)) {
      await waitAsAnnounced(last);
      last = await tools.client.trySend({ method: 'GET', path: sent.path });
    }
    await waitForReset(sent);
    return { last: sent.last, again };
  },
  then: ({ last, again }) => {
    const [first, second = first] = again;
    if (first === undefined || second === undefined) return inconclusive('setup', 'no second request was sent');
    const status = second.answer?.status;
    if (http.hasStatus(first, 2)) return held;
    if (http.hasStatus(second, 2)) return heldWithNote('the request succeeded after the second wait');
    if (!http.hasStatus(second, 429)) return inconclusive('no-answer', `GET returned ${status ?? second.silence}`);
    return violated({ expected: 'success after the announced time', actual: 429, shows: [last, ...again] });
  },
  silentIn: ['rate-limited', 'rate-limited-date'],
});
