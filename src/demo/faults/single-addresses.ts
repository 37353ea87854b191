import type { InventoryFault } from '../inventory/answer-inventory.js';
import type { InventoryResource } from '../inventory/routes.js';
import type { Answer } from '../service/http/answer.js';
import { isObject, type Json, type JsonObject } from '../service/http/json.js';
import { createFault, type InjectedFault, requireDialects } from './fault.js';

/** Faults of the inventory: of single addresses, and of what its document promises. */
export const inventoryFaults: readonly InjectedFault[] = [
  createInventoryFault(
    'settings-count-their-reads',
    'Each GET of the settings increases a number in them.',
    'operations/get-does-not-change-what-it-returns',
    () => {
      let reads = 0;
      return changeRead('settings', (answer) => addMembers(answer, { revision: ++reads }));
    },
  ),
  createInventoryFault(
    'tags-are-sent-as-text',
    'The tags are sent as text/plain.',
    'document/response-has-a-described-media-type',
    () => changeRead('tags', (answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } })),
  ),
];

export const singleResourceFaults: readonly InjectedFault[] = [
  createInventoryFault(
    'settings-keep-an-omitted-note',
    'PUT of the settings without a note keeps the note.',
    'singles/put-replaces-a-single-resource',
    () => changeSettings((content, { note = '' } = {}) => ({ note, ...content })),
  ),
];

export function createInventoryFault(
  name: string,
  does: string,
  violates: string | readonly string[],
  inventory: () => InventoryFault,
): InjectedFault {
  return requireDialects(
    createFault(name, does, violates, () => ({ inventory: inventory() })),
    'inventory',
  );
}

export const changeRead =
  (resource: InventoryResource, change: (answer: Answer) => Answer): InventoryFault =>
  (visit, next) =>
    visit.resource === resource && (visit.method === 'GET' || visit.method === 'HEAD') ? change(next()) : next();

export const addMembers = (answer: Answer, members: JsonObject): Answer =>
  isObject(answer.body) ? { ...answer, body: { ...answer.body, ...members } } : answer;

/** Changes the content that PUT of the settings gets. */
export const changeSettings =
  (change: (content: JsonObject, stored: JsonObject | undefined) => Json): InventoryFault =>
  (visit, next) => {
    const isWrite = visit.resource === 'settings' && (visit.method === 'PUT' || visit.method === 'POST');
    const content = isWrite ? parse(visit.request.content.toString()) : undefined;
    if (!isObject(content)) return next();
    const changed = Buffer.from(JSON.stringify(change(content, visit.stock.settings)));
    return next({ ...visit, request: { ...visit.request, content: changed } });
  };

export function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
