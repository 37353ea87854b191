import { changeMembers, createCounter, createRepetitionCounter } from '../../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type InjectedFault,
  type OperationWrapper,
} from '../../../src/demo/faults/fault.js';
import { crashAnswer, replaceAnswer, validationFaults as shippedFaults } from '../../../src/demo/faults/refusing.js';
import {
  type Answer,
  createEmptyAnswer,
  createJsonAnswer,
  createProblem,
} from '../../../src/demo/service/http/answer.js';
import { isObject, type Json } from '../../../src/demo/service/http/json.js';
import type { Request } from '../../../src/demo/service/http/request.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';
import { getSentMember, listFlawedMembers } from '../refused-members.js';

const createRuleId = (name: string): string => `validation/${name}`;

const malformedRule = createRuleId('malformed-content-is-not-a-server-error');
const syntaxRule = createRuleId('malformed-json-answers-400');
const awkwardRule = createRuleId('unusual-values-are-not-a-server-error');
const writtenIdRule = createRuleId('unusual-ids-in-writes-are-not-a-server-error');
const queryRule = createRuleId('unusual-queries-are-not-a-server-error');
const unprocessableRule = createRuleId('declared-invalid-body-answers-422');
const forbiddenRule = createRuleId('schema-violation-is-refused');
const stableRefusalRule = createRuleId('refused-request-stays-refused');
const statusRule = createRuleId('statuses-are-registered');
const detailsRule = createRuleId('problem-details-are-well-formed');
const shapeRule = createRuleId('errors-have-one-shape');
const methodRule = createRuleId('unsupported-method-answers-405');
const typeRule = createRuleId('unknown-media-type-answers-415');
const insideRule = createRuleId('errors-show-no-internals');

/** Faults of invalid input. */
export const validationFaults: readonly InjectedFault[] = [
  createSubtleFault(
    'malformed-patch-answers-500',
    'PATCH with content that is not JSON returns 500.',
    malformedRule,
    () => replaceAnswer('PATCH order', (_, answer) => (isSyntax(answer) ? crashAnswer : undefined)),
  ),
  createSubtleFault('empty-content-answers-500', 'POST of an order without content returns 500.', malformedRule, () =>
    replaceAnswer('POST orders', ({ content }) => (content.length === 0 ? crashAnswer : undefined)),
  ),
  ...shippedFaults.slice(0, 1),
  createSubtleFault(
    'null-character-in-a-street-answers-500',
    'PATCH with a null character in the street returns 500.',
    awkwardRule,
    () => {
      const isHit = ({ content }: RequestContext) => /"street":"[^"]*\\u0000/.test(content.toString());
      const hit: OperationWrapper = (visit, next) => (isHit(visit) ? crashAnswer : next());
      return { around: { 'PATCH order': hit } };
    },
  ),
  createSubtleFault(
    'price-over-all-limits-answers-500',
    'POST with a price over all limits returns 500.',
    awkwardRule,
    () => {
      const isHit = ({ content }: RequestContext) => /"price":1e400/.test(content.toString());
      const hit: OperationWrapper = (visit, next) => (isHit(visit) ? crashAnswer : next());
      return { around: { 'POST orders': hit } };
    },
  ),
  createSubtleFault(
    'deep-nesting-answers-500',
    'POST of content nested over 100 levels deep returns 500.',
    awkwardRule,
    () =>
      replaceAnswer('POST orders', ({ content }, answer) =>
        measureDepth(content.toString()) > 100 && !isSyntax(answer) ? crashAnswer : undefined,
      ),
  ),
  createSubtleFault(
    'wrong-type-of-tags-answers-500',
    'POST with tags that are not an array returns 500.',
    createRuleId('forbidden-values-are-not-a-server-error'),
    () =>
      replaceAnswer('POST orders', (_, answer) =>
        listFlawedMembers(answer).includes('tags') && !Array.isArray(getSentMember(answer, 'tags'))
          ? crashAnswer
          : undefined,
      ),
  ),
  createSubtleFault(
    'id-of-twenty-digits-answers-500',
    'GET of a 20-digit id returns 500.',
    createRuleId('unusual-ids-are-not-a-server-error'),
    () => replaceAnswer('GET order', ({ id }) => (/^\d{20}$/.test(id) ? crashAnswer : undefined)),
  ),
  createSubtleFault(
    'delete-of-an-id-with-quotes-answers-500',
    'DELETE of an id with a quote returns 500.',
    writtenIdRule,
    () => replaceAnswer('DELETE order', ({ id }) => (id.includes("'") ? crashAnswer : undefined)),
  ),
  createSubtleFault(
    'patch-of-an-id-of-twenty-digits-answers-500',
    'PATCH of a 20-digit id returns 500.',
    writtenIdRule,
    () => replaceAnswer('PATCH order', ({ id }) => (/^\d{20}$/.test(id) ? crashAnswer : undefined)),
  ),
  createSubtleFault(
    'repeated-parameter-answers-500',
    'GET of the list with an unknown parameter given twice returns 500.',
    queryRule,
    () =>
      replaceAnswer('GET orders', ({ query }) =>
        [...query.keys()].some((name) => !/limit|size|cursor|page/.test(name) && query.getAll(name).length > 1)
          ? crashAnswer
          : undefined,
      ),
  ),
  createSubtleFault(
    'parameter-without-a-name-answers-500',
    'GET of the list with a parameter with an empty name returns 500.',
    queryRule,
    () => replaceAnswer('GET orders', ({ query }) => (query.has('') ? crashAnswer : undefined)),
  ),
  createFault('malformed-post-answers-422', 'POST of content that is not JSON returns 422.', syntaxRule, () =>
    replaceAnswer('POST orders', (_, answer) => (isSyntax(answer) ? unreadableAnswer : undefined)),
  ),
  createSubtleFault('malformed-put-answers-422', 'PUT of content that is not JSON returns 422.', syntaxRule, () =>
    replaceAnswer('PUT order', (_, answer) => (isSyntax(answer) ? unreadableAnswer : undefined)),
  ),
  createSubtleFault(
    'truncated-post-answers-201',
    'POST of truncated content returns 201 and creates nothing.',
    syntaxRule,
    () =>
      replaceAnswer('POST orders', ({ content }, answer) =>
        isSyntax(answer) && /^\{.+[^}]$/s.test(content.toString())
          ? createJsonAnswer(201, { accepted: true })
          : undefined,
      ),
  ),
  createFault(
    'meaningless-order-answers-400',
    'An order that is valid against the schema but contradictory returns 400.',
    unprocessableRule,
    () =>
      replaceAnswer('POST orders', (_, answer) =>
        isUnprocessable(answer) ? createProblem(400, 'This order is contradictory.') : undefined,
      ),
  ),
  createSubtleFault(
    'contradicting-tags-are-accepted',
    'Tags that contradict each other are stored.',
    unprocessableRule,
    () => ({
      complaints: (_, correct) =>
        correct.filter(({ pointer, detail }) => pointer !== '/tags' || !/contradict/.test(detail)),
    }),
  ),
  createSubtleFault(
    'priority-accepts-any-value',
    'POST stores priorities that are not in the enum of the document.',
    [forbiddenRule, 'validation/invalid-put-and-patch-are-refused'],
    () => ({
      complaints: ({ value }, correct) =>
        correct.filter(
          ({ pointer }) => pointer !== '/priority' || !isObject(value) || typeof value.priority !== 'string',
        ),
    }),
  ),
  ...shippedFaults.slice(1, 2),
  createSubtleFault(
    'third-refused-post-is-accepted',
    'A refused POST that is sent a third time returns 201.',
    stableRefusalRule,
    () => {
      const inARow = createRepetitionCounter();
      return replaceAnswer('POST orders', (visit, answer) =>
        answer.refused && !isUnprocessable(answer) && inARow(visit) === 3
          ? createJsonAnswer(201, answer.refused.value)
          : undefined,
      );
    },
  ),
  createSubtleFault(
    'second-refused-put-answers-200',
    'A refused PUT that is sent a second time returns 200 and changes nothing.',
    stableRefusalRule,
    () => {
      const count = createCounter();
      return replaceAnswer('PUT order', ({ id, content }, answer) =>
        answer.refused && count(`${id} ${content.toString()}`) > 1
          ? createJsonAnswer(200, answer.refused.value)
          : undefined,
      );
    },
  ),
  createFault(
    'content-that-is-no-object-answers-460',
    'POST of JSON that is not an object returns 460, an unregistered status.',
    statusRule,
    () =>
      replaceAnswer('POST orders', (_, answer) =>
        answer.refused && !isObject(answer.refused.value) ? createProblem(460, 'An order is an object.') : undefined,
      ),
  ),
  createSubtleFault(
    'delete-of-an-unknown-order-answers-470',
    'DELETE of an order that never existed returns 470, an unregistered status.',
    statusRule,
    () =>
      replaceAnswer('DELETE order', ({ id, order, service }) =>
        order || service.orders.removedIds.has(id) ? undefined : createProblem(470, 'There is no such order.'),
      ),
  ),
  createFault(
    'missing-order-has-another-status-in-the-body',
    'The content of a 404 for an order has the status 400.',
    [detailsRule, 'operations/problem-details-are-well-formed'],
    () =>
      replaceAnswer('read order', ({ order }, answer) =>
        order ? undefined : changeMembers(answer, (body) => ({ ...body, status: 400 })),
      ),
  ),
  createSubtleFault(
    'refusal-has-its-status-as-text',
    'The content of a 422 response to POST has the status as a text.',
    detailsRule,
    () =>
      replaceAnswer('POST orders', (_, answer) =>
        answer.refused ? changeMembers(answer, (body) => ({ ...body, status: String(answer.status) })) : undefined,
      ),
  ),
  ...shippedFaults.slice(2, 3),
  createSubtleFault(
    'malformed-content-answers-with-html',
    'POST of content that is not JSON returns HTML.',
    shapeRule,
    () => replaceAnswer('POST orders', (_, answer) => (isSyntax(answer) ? createHtmlAnswer(answer.status) : undefined)),
  ),
  createFault(
    'method-not-allowed-answers-404',
    'A method that a resource does not support returns 404.',
    methodRule,
    () => ({
      respond: (_, answer) => (answer.status === 405 ? createProblem(404, 'There is nothing here.') : answer),
    }),
  ),
  createSubtleFault(
    'method-not-allowed-of-the-list-lacks-allow',
    'The 405 response of the list has no Allow field.',
    methodRule,
    () => ({
      respond: (request, answer) =>
        answer.status === 405 && isListRequest(request) ? removeHeader(answer, 'allow') : answer,
    }),
  ),
  createFault('unknown-method-answers-204', 'A method that no server knows returns 204.', methodRule, () => ({
    respond: (request, answer) =>
      answer.status === 405 && request.method === 'PROPFIND' ? createEmptyAnswer(204) : answer,
  })),
  createSubtleFault(
    'unknown-method-of-the-list-answers-200',
    'A method that no server knows returns 200 and an empty object at the list.',
    methodRule,
    () => ({
      respond: (request, answer) =>
        answer.status === 405 && request.method === 'PROPFIND' && isListRequest(request)
          ? createJsonAnswer(200, {})
          : answer,
    }),
  ),
  createFault('unknown-media-type-answers-400', 'POST of an unknown media type returns 400.', typeRule, () =>
    replaceAnswer('POST orders', (_, answer) =>
      answer.status === 415 ? createProblem(400, 'This is not JSON.') : undefined,
    ),
  ),
  createSubtleFault(
    'unknown-media-type-of-patch-answers-422',
    'PATCH in an unknown media type returns 422.',
    typeRule,
    () =>
      replaceAnswer('PATCH order', (_, answer) =>
        answer.status === 415 ? createProblem(422, 'This is not a patch.') : undefined,
      ),
  ),
  ...shippedFaults.slice(3),
  createSubtleFault(
    'malformed-put-shows-a-database-message',
    'PUT of content that is not JSON shows the database error.',
    insideRule,
    () =>
      replaceAnswer('PUT order', (_, answer) =>
        isSyntax(answer) ? changeMembers(answer, (body) => ({ ...body, detail: databaseError })) : undefined,
      ),
  ),
];

const unreadableAnswer = createProblem(422, 'The content cannot be processed.');

const isSyntax = ({ failure }: Answer): boolean => failure?.kind === 'syntax';

const isUnprocessable = ({ refused }: Answer): boolean =>
  refused?.complaints.some(({ detail }) => /must be a known customer|must not contradict/.test(detail)) ?? false;

const isListRequest = ({ target }: Request): boolean => /\/orders(\?|$)/.test(target);

function measureDepth(text: string): number {
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

function removeHeader(answer: Answer, name: string): Answer {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

const createHtmlAnswer = (status: number): Answer => ({
  ...createEmptyAnswer(status, { 'content-type': 'text/html' }),
  text: '<!doctype html><title>Bad Request</title><h1>Bad Request</h1>',
});

const databaseError: Json = 'ERROR: syntax error at or near "}" at character 41';
