import { clock } from '../../../src/demo/clock.js';
import { createCounter } from '../../../src/demo/faults/alter-answer.js';
import { changeRefusal, throttlingFaults as shippedFaults } from '../../../src/demo/faults/callers.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type Guard,
  type InjectedFault,
  requireDialects,
  requireFlood,
} from '../../../src/demo/faults/fault.js';
import type { Answer } from '../../../src/demo/service/http/answer.js';
import type { Request } from '../../../src/demo/service/http/request.js';

const limitRule = 'throttling/requests-over-the-limit-answer-429';
const retryAfterRule = 'throttling/status-429-has-a-readable-retry-after';
const waitRule = 'throttling/throttled-request-succeeds-after-the-wait';
const postRule = 'throttling/throttled-post-creates-nothing';

/** Faults of the rate limit. */
const limitFaults: readonly InjectedFault[] = [
  createSubtleFault(
    'rate-limit-ignores-concurrent-requests',
    'Of the requests that arrive at the same moment, only the first is counted.',
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
  createFault('rate-limit-answers-403', 'Requests over the rate limit are answered with 403.', limitRule, () =>
    changeRefusal((refused) => ({ ...refused, status: 403 })),
  ),
  ...shippedFaults.slice(1),
  createSubtleFault('retry-after-has-a-fraction', 'Retry-After has a decimal point.', retryAfterRule, () =>
    changeRefusal((refused) => setRetryAfter(refused, '1.0')),
  ),
  createFault(
    'retry-after-zero-is-too-short',
    'A throttled caller is blocked for two seconds, but Retry-After is 0.',
    waitRule,
    () => barForTime(2000, '0'),
  ),
  createSubtleFault(
    'retry-after-one-is-too-short',
    'A throttled caller is blocked for three seconds, but Retry-After is 1.',
    waitRule,
    () => barForTime(3000, '1'),
  ),
  createFault('throttled-post-is-carried-out', 'A POST that is answered with 429 is carried out.', postRule, () =>
    performAndRefuseRequest(({ method }) => method === 'POST'),
  ),
  createSubtleFault(
    'third-throttled-post-is-carried-out',
    'Every third POST that is answered with 429 is carried out.',
    postRule,
    () => {
      const posts = createCounter();
      return performAndRefuseRequest(({ method }) => method === 'POST' && posts('all') % 3 === 0);
    },
  ),
];

/** These faults need a dialect with a rate limit. */
export const throttlingFaults: readonly InjectedFault[] = [
  ...shippedFaults.slice(0, 1),
  ...limitFaults.map((one) => requireFlood(requireDialects(one, 'rate-limited'))),
];

const setRetryAfter = (refused: Answer, retryAfter: string): Answer => ({
  ...refused,
  headers: { ...refused.headers, 'retry-after': retryAfter },
});

/** Each refusal restarts the time in which every request is refused. */
function barForTime(ms: number, retryAfter: string): FaultSteps {
  let until = 0;
  let refusal: Answer | undefined;
  const limits: Guard<Request> = (_, decide, proceed) => {
    const refused = decide() ?? (clock.epochMs() < until ? refusal : undefined);
    if (refused === undefined) return proceed();
    until = clock.epochMs() + ms;
    refusal = refused;
    return setRetryAfter(refused, retryAfter);
  };
  return { limits };
}

const performAndRefuseRequest = (isMeant: (request: Request) => boolean): FaultSteps => ({
  limits: (request, decide, proceed) => {
    const refused = decide();
    if (refused === undefined) return proceed();
    if (isMeant(request)) void proceed();
    return refused;
  },
});
