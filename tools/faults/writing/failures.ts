import { changeMembers, changeStoredMembers, isSuccess } from '../../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { type Answer, createProblem } from '../../../src/demo/service/http/answer.js';
import { isObject, type JsonObject } from '../../../src/demo/service/http/json.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';
import { requireTraffic } from '../marks.js';

const failureRule = 'responses/no-request-fails-each-time';
const effectRule = 'responses/refused-request-has-no-effect';
const outageRule = 'responses/no-request-stops-the-service';

/** Faults that passive rules find: valid requests that fail each time they are sent, and flaws of responses. */
const faultsInTraffic: readonly InjectedFault[] = [
  createSubtleFault(
    'every-third-quantity-answers-500',
    'POST of an order whose quantity is a multiple of three returns 500.',
    failureRule,
    () => ({
      around: {
        'POST orders': (visit, next) => (isMultipleOfThree(readBody(visit).quantity) ? crashAnswer : next()),
      },
    }),
  ),
  createSubtleFault(
    'gift-breaks-the-connection',
    'PUT of an order that is a gift ends the connection without a response.',
    failureRule,
    () => ({
      around: { 'PUT order': (visit, next) => (readBody(visit).gift === true ? breakConnection(next()) : next()) },
    }),
  ),
  createSubtleFault('gift-stops-the-service', 'PUT of an order that is a gift ends the process.', outageRule, () => ({
    around: { 'PUT order': (visit, next) => (readBody(visit).gift === true ? endProcess : next()) },
  })),
  createFault('text-stops-the-service', 'JSON content that is no object ends the process.', outageRule, () => ({
    respond: (request, answer) => (isNoObject(request.content.toString()) ? endProcess : answer),
  })),
  createSubtleFault(
    'refund-of-a-large-order-answers-500',
    'POST of a refund of an order with a quantity above 500 returns 500.',
    failureRule,
    () => ({
      around: {
        'POST action': (visit, next) =>
          visit.action === 'refund' && Number(visit.order?.input.quantity) > 500 ? crashAnswer : next(),
      },
    }),
  ),
  createSubtleFault(
    'conflict-of-an-action-shows-a-database-message',
    'The 409 response to an action shows the database error.',
    'validation/errors-show-no-internals',
    () => changeConflict((answer) => changeMembers(answer, (body) => ({ ...body, detail: databaseError }))),
  ),
  createSubtleFault(
    'conflict-of-an-action-is-cut-off',
    'The content of the 409 response to an action ends in the middle.',
    'responses/content-matches-its-media-type',
    () => changeConflict((answer) => ({ ...answer, text: JSON.stringify(answer.body ?? {}).slice(0, -1) })),
  ),
  createSubtleFault(
    'some-orders-are-stored-and-answer-429',
    'Every ninth creation of an order stores the order, and returns 429.',
    effectRule,
    () => {
      let count = 0;
      return {
        around: {
          'POST orders': (_, next) => {
            const answer = next();
            count += isSuccess(answer) ? 1 : 0;
            return isSuccess(answer) && count % 9 === 0 ? throttledAnswer : answer;
          },
        },
      };
    },
  ),
  createSubtleFault(
    'put-of-another-type-answers-415-and-renames',
    'PUT of another media type returns 415, and overwrites the customer.',
    effectRule,
    () => ({
      around: {
        'PUT order': (visit, next) => {
          const answer = next();
          if (answer.status === 415 && visit.order)
            changeStoredMembers(visit.service, visit.order, { customer: 'Grace' });
          return answer;
        },
      },
    }),
  ),
  requireDialects(
    createSubtleFault(
      'unauthenticated-patch-has-no-challenge',
      'The 401 response to PATCH has no WWW-Authenticate.',
      'access/unauthenticated-request-gets-a-challenge',
      () => ({
        respond: (request, answer) =>
          answer.status === 401 && request.method === 'PATCH' ? removeChallenge(answer) : answer,
      }),
    ),
    'access-bearer',
  ),
];

/** The faults as the requests of many rules show them. */
export const failureFaults: readonly InjectedFault[] = faultsInTraffic.map(requireTraffic);

const changeConflict = (change: (answer: Answer) => Answer): FaultSteps => ({
  around: {
    'POST action': (_, next) => {
      const answer = next();
      return answer.status === 409 ? change(answer) : answer;
    },
  },
});

const databaseError = 'ERROR: duplicate key value violates unique constraint "cancellations_pkey"';

function removeChallenge(answer: Answer): Answer {
  const { 'www-authenticate': _, ...headers } = answer.headers;
  return { ...answer, headers };
}

const throttled = createProblem(429, 'There are too many requests.');
const throttledAnswer: Answer = { ...throttled, headers: { ...throttled.headers, 'retry-after': '0' } };

const crashAnswer = createProblem(500, 'The service failed.');

const endProcess: Answer = { status: 500, headers: {}, delivery: { isFatal: true } };

function isNoObject(content: string): boolean {
  try {
    return !isObject(JSON.parse(content));
  } catch {
    return false;
  }
}

const breakConnection = (answer: Answer): Answer => ({ ...answer, delivery: { isReset: true } });

const isMultipleOfThree = (value: unknown): boolean => typeof value === 'number' && value > 0 && value % 3 === 0;

function readBody({ content }: RequestContext): JsonObject {
  try {
    const body: unknown = JSON.parse(content.toString());
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
