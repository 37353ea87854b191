import {
  declaredRateLimit,
  defineRule,
  hasStatus,
  held,
  heldWithNote,
  inconclusive,
  listable,
  oneOf,
  record,
  violated,
} from '#rule';
import { burstUntil429 } from './_burst.js';
import { waitAsAnnounced, waitForReset } from './_wait.js';

/** Other clients may have used up the limit meanwhile; after two refusals, each after the announced time, that time is wrong. */
export default defineRule({
  clause: 'RATE-03',
  level: 'SHOULD',
  family: 'convention',
  per: 'service',
  title: 'A throttled request succeeds after the announced time',
  otherwise: 'A throttled request was refused again after the announced time',
  since: '0.1',
  stage: 'stable',
  touches: 'floods',
  watches: 'service',
  needs: [listable, declaredRateLimit],
  assumes: ['throttling/requests-over-the-limit-answer-429', 'throttling/status-429-has-a-readable-retry-after'],
  cases: 1,
  given: () => record({ atOnce: oneOf(8, 1) }),
  when: async ({ atOnce }, tools) => {
    const sent = await burstUntil429(tools, atOnce);
    const again = [];
    for (let last = sent.last; again.length < 2 && hasStatus(last, 429); again.push(last)) {
      await waitAsAnnounced(last);
      last = await tools.http.trySend({ method: 'GET', path: sent.path });
    }
    await waitForReset(sent);
    return { last: sent.last, again };
  },
  then: ({ last, again }) => {
    const [first, second = first] = again;
    if (first === undefined || second === undefined) return inconclusive('setup', 'no second request was sent');
    const status = second.answer?.status;
    if (hasStatus(first, 2)) return held;
    if (hasStatus(second, 2)) return heldWithNote('the request succeeded after the second wait');
    if (!hasStatus(second, 429)) return inconclusive('no-answer', `GET returned ${status ?? second.silence}`);
    return violated({ expected: 'success after the announced time', actual: 429, shows: [last, ...again] });
  },
  proof: {
    violatedBy: ['retry-after-zero-is-too-short', 'retry-after-one-is-too-short'],
    silentIn: ['rate-limited', 'rate-limited-date'],
  },
});
