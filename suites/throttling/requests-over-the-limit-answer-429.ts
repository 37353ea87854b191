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
import { type Burst, findEnd, sendBurst } from './_burst.js';
import { waitForReset } from './_wait.js';

/**
 * The burst ends with the first response that is no success. A window that starts again during the burst is taken
 * into account.
 */
export default defineRule({
  clause: 'RATE-01',
  level: 'MUST',
  family: 'convention',
  per: 'service',
  title: 'Requests above the declared rate return 429',
  otherwise: 'Requests above the declared rate did not return 429',
  since: '0.1',
  stage: 'stable',
  touches: 'floods',
  watches: 'service',
  needs: [listable, declaredRateLimit],
  cases: 2,
  given: () => record({ atOnce: oneOf(8, 1) }),
  when: async ({ atOnce }, tools) => {
    const sent = await sendBurst(tools, atOnce);
    await waitForReset(sent);
    const control = await tools.http.trySend({ method: 'GET', path: sent.path, role: 'control' });
    return { ...sent, control };
  },
  then: ({ limit, count, tookMs, first, turned, control, isIntercepted }, { dialect }) => {
    if (turned.some((one) => hasStatus(one, 429))) return held;
    if (isIntercepted) return inconclusive('noise', 'a cache answered instead of the service');
    const other = findEnd(turned);
    const status = other?.answer?.status;
    const told = `${count} requests in ${Math.round(tookMs)} ms`;
    if (!hasStatus(control, 2)) return inconclusive('setup', `GET returned ${control.answer?.status} after a pause`);
    if (other !== undefined && (status === undefined || hasStatus(other, 500, 502, 504)))
      return inconclusive('no-answer', `${told} exceeded the limit: ${status ?? other.silence}`);
    const allowed = turned.find((one) => hasStatus(one, ...dialect.extraStatuses));
    if (allowed) return heldWithNote(`the profile allows requests over the limit to return ${allowed.answer?.status}`);
    const served = other === undefined ? count - turned.length : count;
    if (!isPassed({ limit, count: served, tookMs }, status))
      return inconclusive('setup', `${told} do not certainly exceed ${limit.limit} in ${limit.windowMs} ms`);
    return violated({
      summary: `${told} ${status === undefined ? 'all succeeded' : `ended with ${status}`}`,
      expected: `429 beyond ${limit.limit} requests in ${limit.windowMs} ms`,
      actual: status === undefined ? `${served} responses with ${first?.answer?.status}` : `a response with ${status}`,
      shows: [first, other].flatMap((one) => one ?? []),
    });
  },
  proof: {
    violatedBy: ['rate-limit-is-not-enforced', 'rate-limit-ignores-concurrent-requests', 'rate-limit-answers-403'],
    silentIn: ['rate-limited', 'rate-limited-date'],
  },
});

/**
 * A limit that refills during the burst lets more requests pass. An overloaded service is no violation; a service
 * that refuses near the limit, and succeeds after a pause, limits the rate.
 */
function isPassed({ limit, count, tookMs }: Pick<Burst, 'limit' | 'count' | 'tookMs'>, status = 0): boolean {
  if (tookMs >= limit.windowMs) return false;
  if (Math.floor(status / 100) === 4) return count >= limit.limit / 2;
  return count > limit.limit * (1 + tookMs / limit.windowMs);
}
