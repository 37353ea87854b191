import {
  assume,
  constrainedBodies,
  creatable,
  defineRule,
  type Exchange,
  getHeader,
  held,
  isObject,
  type Json,
  record,
  violated,
} from '#rule';
import { provokeErrors } from './_provoke-errors.js';

/** RFC 9457 §3.1. Errors in another format are not checked. */
export default defineRule({
  clause: 'ERR-15',
  level: 'SHOULD',
  family: 'http',
  per: 'collection',
  title: 'Problem details are well-formed and have the status of the response',
  otherwise: 'Problem details are malformed, or have another status than the response',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, constrainedBodies],
  cases: 2,
  given: (bodies) => record({ miss: bodies.nearMiss() }),
  when: async ({ miss }, tools) => {
    const errors = await provokeErrors(tools, tools.collection, [miss.body]);
    const problems = errors.filter(isProblem);
    assume(problems.length > 0, 'no-usable-case', `none of ${errors.length} errors has problem details`);
    return { problems };
  },
  then: ({ problems }) => {
    const odd = problems.find((exchange) => flawOf(exchange) !== undefined);
    if (odd === undefined) return held;
    return violated({ expected: 'problem details as in RFC 9457', actual: flawOf(odd) ?? null, shows: [odd] });
  },
  proof: {
    violatedBy: ['missing-order-has-another-status-in-the-body', 'refusal-has-its-status-as-text'],
    silentIn: ['soft-delete-410', 'syntax-422', 'semantic-400', 'keys-required'],
  },
});

/** Errors about the caller may come from a layer in front of the service. */
const isProblem = ({ answer }: Exchange): boolean =>
  ![401, 403, 429].includes(answer?.status ?? 0) &&
  /^application\/problem\+json\b/i.test(getHeader(answer, 'content-type') ?? '') &&
  answer?.text !== '';

const texts = ['type', 'title', 'detail', 'instance'];

function flawOf({ answer }: Exchange): string | undefined {
  const json = answer?.json;
  if (!isObject(json)) return 'the content is not a JSON object';
  const odd = texts.find((name) => isWrong(json[name], 'string'));
  if (odd !== undefined) return `${odd} is not a string: ${JSON.stringify(json[odd])}`;
  const { status } = json;
  if (isWrong(status, 'number')) return `status is not a number: ${JSON.stringify(status)}`;
  if (status === undefined || status === answer?.status) return undefined;
  return `status ${JSON.stringify(status)} in a response with ${answer?.status}`;
}

const isWrong = (value: Json | undefined, type: string): boolean => value !== undefined && typeof value !== type;
