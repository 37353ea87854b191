import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../src/demo/faults/fault.js';
import {
  changeSettings,
  parse,
  singleResourceFaults as shippedFaults,
} from '../../src/demo/faults/single-addresses.js';
import type { InventoryFault } from '../../src/demo/inventory/answer-inventory.js';
import { createProblem } from '../../src/demo/service/http/answer.js';
import { isObject, type JsonObject } from '../../src/demo/service/http/json.js';

/** Stores what the inventory would refuse. */
const storeUnchecked =
  (resource: 'settings' | 'notice', isStored: (content: JsonObject) => boolean): InventoryFault =>
  (visit, next) => {
    const isWrite = visit.resource === resource && (visit.method === 'PUT' || visit.method === 'POST');
    const content = isWrite ? parse(visit.request.content.toString()) : undefined;
    if (!isObject(content) || !isStored(content)) return next();
    visit.stock[resource] = content;
    return { status: visit.method === 'PUT' ? 200 : 201, headers: {}, body: content };
  };

/** Faults of the settings and of the notice of the inventory. */
export const singleResourceFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  createFault(
    'settings-add-up',
    'PUT of the settings adds the page size to the one before, up to 500.',
    'singles/repeated-put-of-a-single-resource-has-one-effect',
    () => ({
      inventory: changeSettings((content, stored) => ({
        ...content,
        pageSize: ((Number(content.pageSize) + Number(stored?.pageSize)) % 499) + 1,
      })),
    }),
  ),
  createSubtleFault(
    'repeated-settings-shorten-their-timezone',
    'PUT of settings whose page size is the same as before, and another than 20, removes the last letter of the timezone.',
    'singles/repeated-put-of-a-single-resource-has-one-effect',
    () => ({
      inventory: changeSettings((content, stored) =>
        content.pageSize !== 20 && content.pageSize === stored?.pageSize && String(stored?.timezone).length > 1
          ? { ...content, timezone: String(stored?.timezone).slice(0, -1) }
          : content,
      ),
    }),
  ),
  createFault(
    'settings-accept-a-large-page',
    'PUT of the settings stores a page size above the maximum of the document.',
    'singles/single-resource-refuses-invalid-content',
    () => ({
      inventory: storeUnchecked('settings', ({ pageSize }) => Number.isInteger(pageSize) && Number(pageSize) > 500),
    }),
  ),
  createSubtleFault(
    'notice-accepts-a-long-text',
    'POST of the notice stores a text that is longer than the document permits.',
    'singles/single-resource-refuses-invalid-content',
    () => ({ inventory: storeUnchecked('notice', ({ text }) => typeof text === 'string' && [...text].length > 100) }),
  ),
  createFault(
    'notice-survives-its-removal',
    'DELETE of the notice returns 204 and removes nothing.',
    'singles/deleted-single-resource-is-gone',
    () => ({
      inventory: (visit, next) =>
        visit.resource === 'notice' && visit.method === 'DELETE' && visit.stock.notice
          ? { status: 204, headers: {} }
          : next(),
    }),
  ),
  createFault(
    'notice-location-leads-nowhere',
    'The Location of a new notice is not there.',
    'singles/location-of-a-single-resource-is-there',
    () => ({
      inventory: (visit, next) => {
        const answer = next();
        const isNew = visit.resource === 'notice' && answer.status === 201;
        return isNew ? { ...answer, headers: { ...answer.headers, location: '/notices/latest' } } : answer;
      },
    }),
  ),
  createSubtleFault(
    'settings-fail-at-a-long-note',
    'PUT of the settings with a note of more than 40 characters returns 500.',
    'singles/writing-a-single-resource-is-not-a-server-error',
    () => ({
      inventory: (visit, next) => {
        const content = visit.resource === 'settings' ? parse(visit.request.content.toString()) : undefined;
        const isLong = isObject(content) && [...String(content.note ?? '')].length > 40;
        return isLong ? createProblem(500, 'The note could not be stored.') : next();
      },
    }),
  ),
  createFault(
    'status-page-fails',
    'GET of the status page returns 500 each time.',
    'operations/described-get-does-not-always-fail',
    () => ({
      inventory: (visit, next) =>
        visit.resource === 'status' && visit.method === 'GET' ? createProblem(500, 'The probe failed.') : next(),
    }),
  ),
].map((fault) => requireDialects(fault, 'inventory'));
