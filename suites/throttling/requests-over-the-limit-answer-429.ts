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
import { type Burst, burst, endOf } from './_burst.js';
import { calmDown } from './_wait.js';

/** The burst ends with the first answer that is no success. A window that begins anew in its midst is reckoned with. */
export default defineRule({
  clause: 'RATE-01',
  level: 'MUST',
  family: 'convention',
  per: 'service',
  title: 'Requests over the declared rate are answered 429',
  otherwise: 'Requests over the declared rate were not answered 429',
  since: '0.1',
  stage: 'stable',
  touches: 'floods',
  watches: 'service',
  needs: [listable, declaredRateLimit],
  cases: 2,
  given: () => record({ atOnce: oneOf(8, 1) }),
  when: async ({ atOnce }, tools) => {
    const sent = await burst(tools, atOnce);
    await calmDown(sent);
    const control = await tools.http.trySend({ method: 'GET', path: sent.path, role: 'control' });
    return { ...sent, control };
  },
  then: ({ limit, count, tookMs, first, turned, control, isIntercepted }, { dialect }) => {
    if (turned.some((one) => hasStatus(one, 429))) return held;
    if (isIntercepted) return inconclusive('noise', 'a cache answered, not the service');
    const other = endOf(turned);
    const status = other?.answer?.status;
    const told = `${count} requests in ${Math.round(tookMs)} ms`;
    if (!hasStatus(control, 2)) return inconclusive('setup', `GET was answered ${control.answer?.status} after a rest`);
    if (other !== undefined && (status === undefined || hasStatus(other, 500, 502, 504)))
      return inconclusive('no-answer', `${told} were too much: ${status ?? other.silence}`);
    const allowed = turned.find((one) => hasStatus(one, ...dialect.extraStatuses));
    if (allowed)
      return heldWithNote(`the profile allows requests over the limit to be answered ${allowed.answer?.status}`);
    const served = other === undefined ? count - turned.length : count;
    if (!isPassed({ limit, count: served, tookMs }, status))
      return inconclusive('setup', `${told} do not pass ${limit.limit} in ${limit.windowMs} ms for certain`);
    return violated({
      summary: `${told} were ${status === undefined ? 'all served' : `answered ${status} in the end`}`,
      expected: `429 beyond ${limit.limit} requests in ${limit.windowMs} ms`,
      actual: status === undefined ? `${served} answers of ${first?.answer?.status}` : `an answer of ${status}`,
      shows: [first, other].flatMap((one) => one ?? []),
    });
  },
  proof: {
    violatedBy: ['rate-limit-is-not-enforced', 'rate-limit-ignores-concurrent-requests', 'rate-limit-answers-403'],
    silentIn: ['rate-limited', 'rate-limited-date'],
  },
});

/** What fills up again while the burst goes on lets more pass than the limit. Being overloaded is no fault; being refused near the limit, and served after a rest, is a matter of the rate. */
function isPassed({ limit, count, tookMs }: Pick<Burst, 'limit' | 'count' | 'tookMs'>, status = 0): boolean {
  if (tookMs >= limit.windowMs) return false;
  if (Math.floor(status / 100) === 4) return count >= limit.limit / 2;
  return count > limit.limit * (1 + tookMs / limit.windowMs);
}
