import { declaredRateLimit, defineRule, held, listable, oneOf, record, violated } from '#rule';
import { burstUntil429 } from './_burst.js';
import { readRetryTime } from './_retry-after.js';
import { waitForReset } from './_wait.js';

export default defineRule({
  clause: 'RATE-02',
  level: 'SHOULD',
  family: 'http',
  per: 'service',
  title: 'A 429 response says when to retry',
  otherwise: 'A 429 response does not say when to retry',
  since: '0.1',
  stage: 'stable',
  touches: 'floods',
  watches: 'service',
  needs: [listable, declaredRateLimit],
  assumes: ['throttling/requests-over-the-limit-answer-429'],
  cases: 1,
  given: () => record({ atOnce: oneOf(8, 1) }),
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
  proof: {
    violatedBy: ['retry-after-is-missing', 'retry-after-has-a-fraction'],
    silentIn: ['rate-limited', 'rate-limited-date'],
  },
});
