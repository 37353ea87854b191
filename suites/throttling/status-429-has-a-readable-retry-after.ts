import { defineRule, held, needs, values, violated } from '#rule';
import { burstUntil429, declaredRateLimit } from './_shared/burst.js';
import { readRetryTime, waitForReset } from './_shared/wait.js';

export default defineRule({
  clause: 'RATE-02',
  per: 'service',
  title: 'A 429 response says when to retry',
  otherwise: 'A 429 response does not say when to retry',
  touches: 'floods',
  watches: 'service',
  needs: [needs.listable, declaredRateLimit],
  assumes: ['throttling/requests-over-the-limit-answer-429'],
  cases: 1,
  given: () => values.record({ atOnce: values.oneOf(8, 1) }),
  when: async ({ atOnce }, tools) => {
    const sent = await burstUntil429(tools, atOnce);
    await waitForReset(sent);
    return sent;
  },
  then: ({ last }) => {
    const told = readRetryTime(last);
    if (told !== undefined && !('malformed' in told)) return held;
    return violated({
      expected: 'Retry-After, in seconds or as a date',
      actual: told?.malformed ?? 'neither field',
      shows: [last],
    });
  },
  observes: {
    statuses: [429],
    findFlaw(exchange) {
      const told = readRetryTime(exchange);
      if (told === undefined) return '429 without Retry-After';
      return 'malformed' in told ? told.malformed : undefined;
    },
    expected: 'Retry-After, in seconds or as a date',
  },
  silentIn: ['rate-limited', 'rate-limited-date'],
});
