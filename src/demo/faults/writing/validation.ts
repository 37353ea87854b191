import { type Answer, empty, json, problem } from '../../service/http/answer.js';
import { isObject, type Json } from '../../service/http/json.js';
import type { Request } from '../../service/http/request.js';
import type { Operation, Visit } from '../../service/request-context.js';
import { counter, flawed, repetitions, sentMember, withMembers } from '../alter-answer.js';
import { type Around, type Breakage, fault, type Steps, subtle } from '../fault.js';

const rule = (name: string): string => `validation/${name}`;

const unreadRule = rule('malformed-content-is-no-server-error');
const syntaxRule = rule('malformed-json-answers-400');
const awkwardRule = rule('awkward-values-are-no-server-error');
const writtenIdRule = rule('odd-ids-in-writes-are-no-server-error');
const queryRule = rule('odd-queries-are-no-server-error');
const nonsenseRule = rule('vouched-nonsense-answers-422');
const forbiddenRule = rule('what-the-document-forbids-is-refused');
const againRule = rule('refused-stays-refused');
const statusRule = rule('statuses-are-registered');
const detailsRule = rule('problem-details-are-well-formed');
const shapeRule = rule('errors-have-one-shape');
const methodRule = rule('missing-method-answers-405');
const typeRule = rule('unknown-media-type-answers-415');
const insideRule = rule('errors-show-no-internals');

/** Faults of what is done with wrong input. */
export const validationFaults: readonly Breakage[] = [
  subtle('malformed-patch-answers-500', 'PATCH with content that is no JSON answers 500.', unreadRule, () =>
    instead('PATCH order', (_, answer) => (isSyntax(answer) ? crash : undefined)),
  ),
  subtle('empty-content-answers-500', 'POST of an order without content answers 500.', unreadRule, () =>
    instead('POST orders', ({ content }) => (content.length === 0 ? crash : undefined)),
  ),
  subtle('null-character-answers-500', 'A text with a null character in it answers 500.', awkwardRule, () => {
    const isHit = ({ content }: Visit) => content.includes('\\u0000');
    const hit: Around = (visit, next) => (isHit(visit) ? crash : next());
    return { around: { 'POST orders': hit, 'PUT order': hit, 'PATCH order': hit } };
  }),
  subtle('deep-nesting-answers-500', 'POST of content with more than 100 levels answers 500.', awkwardRule, () =>
    instead('POST orders', ({ content }, answer) =>
      depthOf(content.toString()) > 100 && !isSyntax(answer) ? crash : undefined,
    ),
  ),
  subtle(
    'wrong-type-of-tags-answers-500',
    'POST with tags that are no array answers 500.',
    rule('forbidden-values-are-no-server-error'),
    () =>
      instead('POST orders', (_, answer) =>
        flawed(answer).includes('tags') && !Array.isArray(sentMember(answer, 'tags')) ? crash : undefined,
      ),
  ),
  subtle(
    'id-of-twenty-digits-answers-500',
    'GET of an id of twenty digits answers 500.',
    rule('odd-ids-are-no-server-error'),
    () => instead('GET order', ({ id }) => (/^\d{20}$/.test(id) ? crash : undefined)),
  ),
  subtle('delete-of-an-id-with-quotes-answers-500', 'DELETE of an id with a quote answers 500.', writtenIdRule, () =>
    instead('DELETE order', ({ id }) => (id.includes("'") ? crash : undefined)),
  ),
  subtle(
    'patch-of-an-id-of-twenty-digits-answers-500',
    'PATCH of an id of twenty digits answers 500.',
    writtenIdRule,
    () => instead('PATCH order', ({ id }) => (/^\d{20}$/.test(id) ? crash : undefined)),
  ),
  subtle(
    'repeated-parameter-answers-500',
    'GET of the list with an unknown parameter that comes twice answers 500.',
    queryRule,
    () =>
      instead('GET orders', ({ query }) =>
        [...query.keys()].some((name) => !/limit|size|cursor|page/.test(name) && query.getAll(name).length > 1)
          ? crash
          : undefined,
      ),
  ),
  subtle(
    'parameter-without-a-name-answers-500',
    'GET of the list with a parameter whose name is empty answers 500.',
    queryRule,
    () => instead('GET orders', ({ query }) => (query.has('') ? crash : undefined)),
  ),
  fault('malformed-post-answers-422', 'POST of content that is no JSON answers 422.', syntaxRule, () =>
    instead('POST orders', (_, answer) => (isSyntax(answer) ? unreadable : undefined)),
  ),
  subtle('malformed-put-answers-422', 'PUT of content that is no JSON answers 422.', syntaxRule, () =>
    instead('PUT order', (_, answer) => (isSyntax(answer) ? unreadable : undefined)),
  ),
  subtle(
    'half-a-post-claims-success',
    'POST of content that breaks off answers 201 and makes nothing.',
    syntaxRule,
    () =>
      instead('POST orders', ({ content }, answer) =>
        isSyntax(answer) && /^\{.+[^}]$/s.test(content.toString()) ? json(201, { accepted: true }) : undefined,
      ),
  ),
  fault('nonsense-answers-400', 'An order that keeps the schema and means nothing answers 400.', nonsenseRule, () =>
    instead('POST orders', (_, answer) => (isNonsense(answer) ? problem(400, 'This order means nothing.') : undefined)),
  ),
  subtle('contradicting-tags-are-accepted', 'Tags that contradict each other are stored.', nonsenseRule, () => ({
    complaints: (_, sound) => sound.filter(({ pointer, detail }) => pointer !== '/tags' || !/contradict/.test(detail)),
  })),
  subtle('priority-takes-any-word', 'POST stores priorities that the document does not list.', forbiddenRule, () => ({
    complaints: ({ value }, sound) =>
      sound.filter(({ pointer }) => pointer !== '/priority' || !isObject(value) || typeof value.priority !== 'string'),
  })),
  subtle('quantity-takes-one-too-many', 'A quantity of one above the maximum is stored.', forbiddenRule, () => ({
    complaints: ({ value }, sound) =>
      sound.filter(({ pointer }) => pointer !== '/quantity' || !isObject(value) || value.quantity !== 1001),
  })),
  subtle(
    'third-refused-post-is-accepted',
    'A refused POST that comes a third time in a row is answered 201.',
    againRule,
    () => {
      const inARow = repetitions();
      return instead('POST orders', (visit, answer) =>
        answer.refused && !isNonsense(answer) && inARow(visit) === 3 ? json(201, answer.refused.value) : undefined,
      );
    },
  ),
  subtle(
    'second-refused-put-answers-200',
    'A refused PUT that comes a second time is answered 200 and changes nothing.',
    againRule,
    () => {
      const count = counter();
      return instead('PUT order', ({ id, content }, answer) =>
        answer.refused && count(`${id} ${content.toString()}`) > 1 ? json(200, answer.refused.value) : undefined,
      );
    },
  ),
  fault(
    'content-that-is-no-object-answers-460',
    'POST of JSON that is no object answers 460, which is not registered.',
    statusRule,
    () =>
      instead('POST orders', (_, answer) =>
        answer.refused && !isObject(answer.refused.value) ? problem(460, 'An order is an object.') : undefined,
      ),
  ),
  subtle(
    'delete-of-an-unknown-order-answers-470',
    'DELETE of an order that never was answers 470, which is not registered.',
    statusRule,
    () =>
      instead('DELETE order', ({ id, order, service }) =>
        order || service.orders.buried.has(id) ? undefined : problem(470, 'There is no such order.'),
      ),
  ),
  fault('missing-tells-another-status', 'The 404 of an order tells the status 400 in its content.', detailsRule, () =>
    instead('read order', ({ order }, answer) =>
      order ? undefined : withMembers(answer, (body) => ({ ...body, status: 400 })),
    ),
  ),
  subtle(
    'refusal-tells-its-status-as-text',
    'A POST refused for what it means tells its status as a text in its content.',
    detailsRule,
    () =>
      instead('POST orders', (_, answer) =>
        answer.refused ? withMembers(answer, (body) => ({ ...body, status: String(answer.status) })) : undefined,
      ),
  ),
  fault(
    'missing-is-told-in-another-shape',
    'GET of an unknown order tells its error in another shape.',
    shapeRule,
    () =>
      instead('read order', ({ order }) =>
        order ? undefined : json(404, { error: { code: 'unknown_order', message: 'There is no such order.' } }),
      ),
  ),
  subtle('malformed-content-is-told-as-a-page', 'POST of content that is no JSON answers with HTML.', shapeRule, () =>
    instead('POST orders', (_, answer) => (isSyntax(answer) ? page(answer.status) : undefined)),
  ),
  fault('method-not-allowed-answers-404', 'A method that a resource does not have answers 404.', methodRule, () => ({
    respond: (_, answer) => (answer.status === 405 ? problem(404, 'There is nothing here.') : answer),
  })),
  subtle('method-not-allowed-of-the-list-lacks-allow', 'The 405 of the list has no Allow.', methodRule, () => ({
    respond: (request, answer) => (answer.status === 405 && isOfTheList(request) ? lacking(answer, 'allow') : answer),
  })),
  fault('unknown-media-type-answers-400', 'POST of a media type that is not known answers 400.', typeRule, () =>
    instead('POST orders', (_, answer) => (answer.status === 415 ? problem(400, 'This is no JSON.') : undefined)),
  ),
  subtle(
    'unknown-media-type-of-patch-answers-422',
    'PATCH in a media type that is not known answers 422.',
    typeRule,
    () =>
      instead('PATCH order', (_, answer) => (answer.status === 415 ? problem(422, 'This is no patch.') : undefined)),
  ),
  fault('refusal-shows-a-stack-trace', 'The 422 of POST shows where in the program it came about.', insideRule, () =>
    instead('POST orders', (_, answer) =>
      answer.refused ? withMembers(answer, (body) => ({ ...body, trace })) : undefined,
    ),
  ),
  subtle(
    'malformed-put-shows-words-of-a-database',
    'PUT of content that is no JSON shows what the database said.',
    insideRule,
    () =>
      instead('PUT order', (_, answer) =>
        isSyntax(answer) ? withMembers(answer, (body) => ({ ...body, detail: quoted })) : undefined,
      ),
  ),
];

/** Steps in which one operation answers something else where there is something else to say. */
function instead(operation: Operation, other: (visit: Visit, answer: Answer) => Answer | undefined): Steps {
  const lying: Around = (visit, next) => {
    const answer = next();
    return other(visit, answer) ?? answer;
  };
  return { around: { [operation]: lying } };
}

const crash = problem(500, 'The service failed.');

const unreadable = problem(422, 'The content cannot be processed.');

const isSyntax = ({ failure }: Answer): boolean => failure?.kind === 'syntax';

const isNonsense = ({ refused }: Answer): boolean =>
  refused?.complaints.some(({ detail }) => /must be somebody|must not contradict/.test(detail)) ?? false;

const isOfTheList = ({ target }: Request): boolean => /\/orders(\?|$)/.test(target);

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

function lacking(answer: Answer, name: string): Answer {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

const page = (status: number): Answer => ({
  ...empty(status, { 'content-type': 'text/html' }),
  text: '<!doctype html><title>Bad Request</title><h1>Bad Request</h1>',
});

const trace: Json = 'Error: quantity\n    at assertQuantity (file:///srv/orders/check.js:41:11)';

const quoted: Json = 'ERROR: syntax error at or near "}" at character 41';
