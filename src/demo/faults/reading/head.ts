import { type Answer, createEmptyAnswer } from '../../service/http/answer.js';
import { allowedMethods } from '../../service/routes.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../fault.js';

const mirrorRules = ['safety/head-matches-get', 'operations/head-mirrors-get'];

const fieldRule = 'operations/head-has-the-fields-of-get';

/** Faults of HEAD. */
export const headFaults: readonly InjectedFault[] = [
  createFault(
    'head-answers-405',
    'HEAD of orders is not allowed.',
    ['safety/head-is-supported', 'operations/head-is-supported'],
    () => ({
      around: {
        'HEAD order': () => createEmptyAnswer(405, { allow: removeHead(allowedMethods.order) }),
        'HEAD orders': () => createEmptyAnswer(405, { allow: removeHead(allowedMethods.orders) }),
      },
    }),
  ),
  createFault('head-answers-204', 'HEAD returns 204 where GET returns 200.', mirrorRules, () =>
    changeHead((answer) => (answer.status === 200 ? createEmptyAnswer(204) : answer)),
  ),
  createSubtleFault('head-sends-content', 'HEAD sends the content of GET after the header section.', mirrorRules, () =>
    changeHead((answer) => (answer.status === 200 ? { ...answer, tail: JSON.stringify(answer.body) } : answer)),
  ),
  createSubtleFault(
    'head-sends-a-wrong-length',
    'HEAD has a Content-Length one octet larger than the content of GET.',
    mirrorRules,
    () =>
      changeHead((answer) => {
        const length = Buffer.byteLength(JSON.stringify(answer.body ?? '')) + 1;
        return answer.status === 200
          ? { ...answer, headers: { ...answer.headers, 'content-length': String(length) } }
          : answer;
      }),
  ),
  requireDialects(
    createFault('head-lacks-cache-control', 'HEAD of an order has no Cache-Control.', fieldRule, () => ({
      around: { 'HEAD order': (_, next) => omitField(next(), 'cache-control') },
    })),
    'fresh-for-30-seconds',
  ),
  requireDialects(
    createSubtleFault(
      'head-has-another-entity-tag',
      'HEAD of an order has another entity tag than GET.',
      fieldRule,
      () => ({
        around: {
          'HEAD order': (_, next) => {
            const answer = next();
            const { etag } = answer.headers;
            return etag === undefined
              ? answer
              : { ...answer, headers: { ...answer.headers, etag: etag.replace(/"$/, '-head"') } };
          },
        },
      }),
    ),
    'etags',
  ),
  createFault(
    'head-of-the-list-lacks-content-type',
    'HEAD of the list has neither the Content-Type nor the length of GET.',
    [fieldRule, 'operations/head-mirrors-get'],
    () => ({
      around: {
        'HEAD orders': (_, next) => {
          const answer = next();
          return { ...createEmptyAnswer(answer.status, omitField(answer, 'content-type').headers), text: '' };
        },
      },
    }),
  ),
];

function omitField(answer: Answer, name: string): Answer {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

const removeHead = (methods: readonly string[]): string => methods.filter((method) => method !== 'HEAD').join(', ');

function changeHead(change: (answer: Answer) => Answer): FaultSteps {
  const around: OperationWrapper = (_, next) => change(next());
  return { around: { 'HEAD order': around, 'HEAD orders': around } };
}
