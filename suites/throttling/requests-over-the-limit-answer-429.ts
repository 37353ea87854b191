import { defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { declaredRateLimit, findEnd, isLimitExceeded, sendBurst } from './_shared/burst.js';
import { waitForReset } from './_shared/wait.js';

/** The burst ends with the first response that is no success; a window may start again during it. */
export default defineRule({
  clause: 'RATE-01',
  per: 'service',
  title: 'Requests above the declared rate return 429',
  otherwise: 'Requests above the declared rate did not return 429',
  touches: 'floods',
  watches: 'service',
  needs: [needs.listable, declaredRateLimit],
  cases: 2,
  given: () => values.record({ atOnce: values.oneOf(8, 1) }),
  when: async ({ atOnce }, tools) => {
    const sent = await sendBurst(tools, atOnce);
    await waitForReset(sent);
    const control = await tools.client.trySend({ method: 'GET', path: sent.path, role: 'control' });
    return { ...sent, control };
  },
  then: ({ limit, count, tookMs, first, turned, control, isIntercepted }, { dialect }) => {
    if (turned.some((one) => http.hasStatus(one, 429))) return held;
    if (isIntercepted) return inconclusive('noise', 'a cache answered instead of the service');
    const other = findEnd(turned, count);
    const status = other?.answer?.status;
    const told = `${count} requests in ${Math.round(tookMs)} ms`;
    if (!http.hasStatus(control, 2))
      return inconclusive('setup', `GET returned ${control.answer?.status} after a pause`);
    if (other !== undefined && (status === undefined || http.hasStatus(other, 500, 502, 504)))
      return inconclusive('no-answer', `${told} exceeded the limit: ${status ?? other.silence}`);
    const allowed = turned.find((one) => http.hasStatus(one, ...dialect.extraStatuses));
    if (allowed) return heldWithNote(`the profile allows requests over the limit to return ${allowed.answer?.status}`);
    // What failed on the way does not count, but the refusal itself.
    const served = count - turned.length + (other === undefined ? 0 : 1);
    if (!isLimitExceeded({ limit, count: served, tookMs }, status))
      return inconclusive('setup', `${told} do not certainly exceed ${limit.limit} in ${limit.windowMs} ms`);
    return violated({
      summary: `${told} ${status === undefined ? 'all succeeded' : `ended with ${status}`}`,
      expected: `429 beyond ${limit.limit} requests in ${limit.windowMs} ms`,
      actual: status === undefined ? `${served} responses with ${first?.answer?.status}` : `a response with ${status}`,
      shows: [first, other].flatMap((one) => one ?? []),
    });
  },
  silentIn: ['rate-limited', 'rate-limited-date'],
});
