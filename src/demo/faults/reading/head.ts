import { type Answer, empty } from '../../service/http/answer.js';
import { allowed } from '../../service/routes.js';
import { type Around, type Breakage, fault, type Steps, subtle } from '../fault.js';

/** Faults of HEAD answers. */
export const headFaults: readonly Breakage[] = [
  fault('head-answers-405', 'HEAD of orders is not allowed.', 'safety/head-is-answered', () => ({
    around: {
      'HEAD order': () => empty(405, { allow: withoutHead(allowed.order) }),
      'HEAD orders': () => empty(405, { allow: withoutHead(allowed.orders) }),
    },
  })),
  fault('head-answers-204', 'HEAD answers 204 where GET answers 200.', 'safety/head-answers-as-get', () =>
    onHead((answer) => (answer.status === 200 ? empty(204) : answer)),
  ),
  subtle(
    'head-sends-content',
    'HEAD sends the content of GET behind the header section.',
    'safety/head-answers-as-get',
    () => onHead((answer) => (answer.status === 200 ? { ...answer, tail: JSON.stringify(answer.body) } : answer)),
  ),
  subtle(
    'head-lies-about-the-length',
    'HEAD announces one octet more than GET sends.',
    'safety/head-answers-as-get',
    () =>
      onHead((answer) => {
        const length = Buffer.byteLength(JSON.stringify(answer.body ?? '')) + 1;
        return answer.status === 200
          ? { ...answer, headers: { ...answer.headers, 'content-length': String(length) } }
          : answer;
      }),
  ),
];

const withoutHead = (methods: readonly string[]): string => methods.filter((method) => method !== 'HEAD').join(', ');

function onHead(change: (answer: Answer) => Answer): Steps {
  const around: Around = (_, next) => change(next());
  return { around: { 'HEAD order': around, 'HEAD orders': around } };
}
