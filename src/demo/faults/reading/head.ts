import { type Answer, createEmptyAnswer } from '../../service/http/answer.js';
import { allowedMethods } from '../../service/routes.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
} from '../fault.js';

/** Faults of HEAD. */
export const headFaults: readonly InjectedFault[] = [
  createFault('head-answers-405', 'HEAD of orders is not allowed.', 'safety/head-is-supported', () => ({
    around: {
      'HEAD order': () => createEmptyAnswer(405, { allow: removeHead(allowedMethods.order) }),
      'HEAD orders': () => createEmptyAnswer(405, { allow: removeHead(allowedMethods.orders) }),
    },
  })),
  createFault('head-answers-204', 'HEAD returns 204 where GET returns 200.', 'safety/head-matches-get', () =>
    changeHead((answer) => (answer.status === 200 ? createEmptyAnswer(204) : answer)),
  ),
  createSubtleFault(
    'head-sends-content',
    'HEAD sends the content of GET after the header section.',
    'safety/head-matches-get',
    () => changeHead((answer) => (answer.status === 200 ? { ...answer, tail: JSON.stringify(answer.body) } : answer)),
  ),
  createSubtleFault(
    'head-sends-a-wrong-length',
    'HEAD has a Content-Length one octet larger than the content of GET.',
    'safety/head-matches-get',
    () =>
      changeHead((answer) => {
        const length = Buffer.byteLength(JSON.stringify(answer.body ?? '')) + 1;
        return answer.status === 200
          ? { ...answer, headers: { ...answer.headers, 'content-length': String(length) } }
          : answer;
      }),
  ),
];

const removeHead = (methods: readonly string[]): string => methods.filter((method) => method !== 'HEAD').join(', ');

function changeHead(change: (answer: Answer) => Answer): FaultSteps {
  const around: OperationWrapper = (_, next) => change(next());
  return { around: { 'HEAD order': around, 'HEAD orders': around } };
}
