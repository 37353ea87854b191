import { createFault, type InjectedFault, requireDialects } from '../../src/demo/faults/fault.js';
import {
  addMembers,
  changeRead,
  createInventoryFault,
  inventoryFaults as shippedFaults,
} from '../../src/demo/faults/single-addresses.js';
import type { InventoryFault, InventoryVisit } from '../../src/demo/inventory/answer-inventory.js';
import type { InventoryResource } from '../../src/demo/inventory/routes.js';
import { type Answer, createEmptyAnswer, createJsonAnswer, createProblem } from '../../src/demo/service/http/answer.js';
import { isObject } from '../../src/demo/service/http/json.js';

/** Faults of the inventory: of single addresses, and of what its document promises. */
export const inventoryFaults: readonly InjectedFault[] = [
  ...shippedFaults.slice(0, 1),
  createInventoryFault(
    'settings-vanish-after-a-read',
    'Every third GET of the settings returns 404.',
    ['safety/repeated-get-returns-the-same'],
    () => {
      let reads = 0;
      return at('settings', 'GET', (next) => (++reads % 3 === 0 ? createProblem(404, 'Gone.') : next()));
    },
  ),
  createInventoryFault(
    'head-of-settings-answers-405',
    'HEAD of the settings is not allowed.',
    'safety/head-is-supported',
    () => at('settings', 'HEAD', () => createEmptyAnswer(405, { allow: 'GET, PUT, OPTIONS' })),
  ),
  createInventoryFault(
    'head-of-settings-answers-204',
    'HEAD of the settings returns 204 where GET returns 200.',
    'safety/head-matches-get',
    () => at('settings', 'HEAD', () => createEmptyAnswer(204)),
  ),
  createInventoryFault(
    'head-of-tags-has-another-length',
    'HEAD of the tags has a Content-Length that differs from that of GET.',
    'safety/head-matches-get',
    () =>
      at('tags', 'HEAD', (next) => {
        const answer = next();
        return { ...answer, headers: { ...answer.headers, 'content-length': '999' } };
      }),
  ),
  createInventoryFault(
    'search-fails-at-a-null-character',
    'A search with a null character in any parameter returns 500.',
    'validation/unusual-queries-are-not-a-server-error',
    () => (visit, next) =>
      visit.resource === 'search' && [...visit.query].flat().join().includes('\0')
        ? createProblem(500, 'The search failed.')
        : next(),
  ),
  createInventoryFault(
    'search-fails-at-a-word-for-a-number',
    'A search with a limit that is no number returns 500.',
    'validation/unusual-queries-are-not-a-server-error',
    () => (visit, next) =>
      visit.resource === 'search' && Number.isNaN(Number(visit.query.get('limit') ?? 1))
        ? createProblem(500, 'The search failed.')
        : next(),
  ),
  createInventoryFault(
    'label-with-a-null-character-answers-500',
    'GET of a label with a null character in its name returns 500.',
    'validation/unusual-ids-are-not-a-server-error',
    () => (visit, next) =>
      visit.resource === 'label' && visit.ids[0]?.includes('\0') ? createProblem(500, 'The lookup failed.') : next(),
  ),
  createInventoryFault(
    'unknown-shelf-answers-200',
    'GET of an unknown shelf returns 200 and null.',
    'absence/missing-item-answers-404',
    () => whenMissing('shelf', () => createJsonAnswer(200, null)),
  ),
  createInventoryFault(
    'unknown-box-answers-500',
    'GET of an unknown box returns 500.',
    [
      'absence/missing-item-answers-404',
      'validation/unusual-ids-are-not-a-server-error',
      'operations/safe-requests-are-not-a-server-error',
    ],
    () => whenMissing('box', () => createProblem(500, 'The lookup failed.')),
  ),
  createInventoryFault(
    'settings-ignore-if-none-match',
    'GET of the settings with their current ETag returns 200.',
    'caching/current-entity-tag-answers-304',
    () => (visit, next) => (visit.resource === 'settings' ? next(withoutField(visit, 'if-none-match')) : next()),
  ),
  createInventoryFault(
    'unknown-label-shows-a-stack-trace',
    'GET of an unknown label returns 404 with a stack trace.',
    'operations/errors-show-no-internals',
    () =>
      whenMissing('label', (answer) =>
        addMembers(answer, { detail: 'Error: no label\n    at find (/srv/labels/find.js:11:7)' }),
      ),
  ),
  createInventoryFault(
    'unknown-label-has-its-status-as-text',
    'GET of an unknown label returns problem details with the status as a text.',
    'operations/problem-details-are-well-formed',
    () => whenMissing('label', (answer) => addMembers(answer, { status: '404' })),
  ),
  createInventoryFault(
    'unknown-label-answers-499',
    'GET of an unknown label returns 499.',
    'operations/statuses-are-registered',
    () => whenMissing('label', () => createEmptyAnswer(499)),
  ),
  createInventoryFault(
    'get-of-the-import-answers-500',
    'GET of the import, which has POST only, returns 500.',
    'operations/safe-requests-are-not-a-server-error',
    () => at('import', 'GET', () => createProblem(500, 'No handler.')),
  ),
  createInventoryFault(
    'options-answers-500',
    'OPTIONS of the labels returns 500.',
    'operations/safe-requests-are-not-a-server-error',
    () => at('labels', 'OPTIONS', () => createProblem(500, 'No handler.')),
  ),
  createInventoryFault(
    'get-of-the-import-answers-405-without-allow',
    'GET of the import returns 405 without Allow.',
    ['operations/status-405-names-the-methods', 'validation/unsupported-method-answers-405'],
    () => at('import', 'GET', () => createProblem(405, 'Use POST.')),
  ),
  requireDialects(
    createFault(
      'settings-are-served-to-anyone',
      'GET of the settings requires no credentials.',
      'access/reading-without-credentials-answers-401',
      () => ({
        inventory: (visit, next) =>
          visit.resource === 'settings' && visit.method === 'GET'
            ? next({ ...visit, settings: { ...visit.settings, access: 'open' } })
            : next(),
      }),
    ),
    'inventory',
    'access-bearer',
  ),
  createInventoryFault(
    'settings-have-an-undescribed-status',
    'GET of the settings returns 203.',
    'document/response-has-a-described-status',
    () => changeRead('settings', (answer) => ({ ...answer, status: 203 })),
  ),
  ...shippedFaults.slice(1),
  createInventoryFault(
    'settings-lack-their-currency',
    'The settings lack a member that the document requires.',
    'document/response-matches-its-schema',
    () =>
      changeRead('settings', (answer) => {
        const { currency: _, ...rest } = isObject(answer.body) ? answer.body : {};
        return { ...answer, body: rest };
      }),
  ),
  createInventoryFault(
    'search-has-no-total',
    'A search lacks the header field with the total.',
    'document/response-has-the-required-headers',
    () => changeRead('search', ({ headers: { 'x-total-count': _, ...headers }, ...rest }) => ({ ...rest, headers })),
  ),
  createInventoryFault(
    'status-page-is-absent',
    'The described status page returns 404.',
    'document/described-address-is-there',
    () => (visit, next) => (visit.resource === 'status' ? createProblem(404, 'Not here.') : next()),
  ),
  createInventoryFault(
    'example-of-a-product-is-refused',
    'PUT of a product whose name has two words, as in the example of the document, returns 422.',
    'document/documented-examples-are-accepted',
    () => (visit, next) =>
      visit.method === 'PUT' && /"name":"[A-Z][a-z]+ [a-z]+\b/.test(visit.request.content.toString())
        ? createProblem(422, 'This name is not possible.')
        : next(),
  ),
  createInventoryFault(
    'allow-lacks-put',
    'Allow of the settings lacks PUT.',
    'document/allow-names-the-described-methods',
    () => at('settings', 'OPTIONS', () => createEmptyAnswer(204, { allow: 'GET, HEAD, OPTIONS' })),
  ),
];

const at =
  (resource: InventoryResource, method: string, answer: (next: () => Answer) => Answer): InventoryFault =>
  (visit, next) =>
    visit.resource === resource && visit.method === method ? answer(next) : next();

/** Changes the 404 of a resource. */
const whenMissing = (resource: InventoryResource, change: (answer: Answer) => Answer): InventoryFault =>
  changeRead(resource, (answer) => (answer.status === 404 ? change(answer) : answer));

function withoutField(visit: InventoryVisit, name: string): InventoryVisit {
  const { [name]: _, ...headers } = visit.request.headers;
  return { ...visit, request: { ...visit.request, headers } };
}
