import { clock } from '../../clock.js';
import type { Answer } from '../../service/http/answer.js';
import type { Request } from '../../service/http/request.js';
import { counter } from '../alter-answer.js';
import { type Breakage, fault, type Gate, inDialect, onlyFlooded, type Steps, subtle } from '../fault.js';

const limitRule = 'throttling/requests-over-the-limit-answer-429';
const toldRule = 'throttling/an-answer-of-429-says-when-to-come-back';
const waitRule = 'throttling/a-throttled-request-succeeds-after-the-wait';
const postRule = 'throttling/a-throttled-post-makes-nothing';

/** Faults of the limit on requests. */
const limitFaults: readonly Breakage[] = [
  fault('limit-is-not-kept', 'As many requests as anybody likes are served.', limitRule, () => ({
    limits: (_, __, proceed) => proceed(),
  })),
  subtle(
    'limit-lets-pass-what-comes-at-once',
    'Of the requests that arrive in the same moment, only the first is counted.',
    limitRule,
    () => {
      let isCounted = false;
      return {
        limits: (_, decide, proceed) => {
          if (isCounted) return proceed();
          isCounted = true;
          setImmediate(() => {
            isCounted = false;
          });
          return decide() ?? proceed();
        },
      };
    },
  ),
  fault('limit-answers-403', 'Requests over the limit are answered 403.', limitRule, () =>
    saysInstead((said) => ({ ...said, status: 403 })),
  ),
  fault('limit-tells-no-time', 'An answer of 429 has no Retry-After.', toldRule, () =>
    saysInstead((said) => ({ ...said, headers: {} })),
  ),
  subtle('limit-tells-fractions-of-a-second', 'Retry-After has a decimal point.', toldRule, () =>
    saysInstead((said) => retryAfter(said, '1.0')),
  ),
  fault(
    'limit-tells-to-come-back-at-once',
    'Who is refused is barred for two seconds, and Retry-After says 0.',
    waitRule,
    () => barring(2000, '0'),
  ),
  subtle(
    'limit-bars-who-comes-back-too-soon',
    'Who comes back within three seconds is refused again, and Retry-After says 1.',
    waitRule,
    () => barring(3000, '1'),
  ),
  fault('throttled-post-is-made', 'A POST that is answered 429 is carried out.', postRule, () =>
    carriedOut(({ method }) => method === 'POST'),
  ),
  subtle('third-throttled-post-is-made', 'Every third POST that is answered 429 is carried out.', postRule, () => {
    const posts = counter();
    return carriedOut(({ method }) => method === 'POST' && posts('all') % 3 === 0);
  }),
];

/** The faults of the limit, where there is one and it may be tried. */
export const throttlingFaults: readonly Breakage[] = limitFaults.map((one) =>
  onlyFlooded(inDialect(one, 'rate-limited')),
);

const saysInstead = (change: (said: Answer) => Answer): Steps => ({
  limits: (_, decide, proceed) => {
    const said = decide();
    return said === undefined ? proceed() : change(said);
  },
});

const retryAfter = (said: Answer, told: string): Answer => ({
  ...said,
  headers: { ...said.headers, 'retry-after': told },
});

/** Each refusal begins the time anew in which everybody is refused. */
function barring(ms: number, told: string): Steps {
  let until = 0;
  let refusal: Answer | undefined;
  const limits: Gate<Request> = (_, decide, proceed) => {
    const said = decide() ?? (clock.epochMs() < until ? refusal : undefined);
    if (said === undefined) return proceed();
    until = clock.epochMs() + ms;
    refusal = said;
    return retryAfter(said, told);
  };
  return { limits };
}

const carriedOut = (isMeant: (request: Request) => boolean): Steps => ({
  limits: (request, decide, proceed) => {
    const said = decide();
    if (said === undefined) return proceed();
    if (isMeant(request)) void proceed();
    return said;
  },
});
