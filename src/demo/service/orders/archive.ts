import { type Answer, json, problem } from '../http/answer.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { content, problems, reference } from '../openapi/document-parts.js';
import type { PageStyle, Service, Visit } from '../request-context.js';
import type { Settings } from '../settings.js';
import { idForm } from './order-ids.js';
import { Orders } from './orders.js';
import { representation } from './represent.js';

/** More than a page of them. */
const archived = 25;

/** The orders that are over, where a second collection has them: only read, and the same for every caller. */
export function openArchive({ ids, hasArchive }: Settings): Orders {
  const archive = new Orders(idForm(ids));
  for (let quantity = 1; hasArchive && quantity <= archived; quantity += 1) {
    const order = archive.make({ customer: 'Grace', quantity, priority: 'normal' });
    archive.write(order, { status: 'refunded' });
  }
  return archive;
}

/** The visit as if the archive were all there is. */
export const inArchive = (visit: Visit): Visit => ({ ...visit, service: withArchive(visit.service) });

/** GET and HEAD of an archived order. */
export function readArchived({ id, service }: Visit): Answer {
  const order = service.archive.byId.get(id);
  return order ? json(200, representation(service, order)) : problem(404, 'There is no such order.');
}

/** What the document says of the archive. */
export function archivePaths(pages: PageStyle, id: Schema): JsonObject {
  const page = { description: 'A page of archived orders, oldest first.', ...content(reference('OrderPage')) };
  const read = { description: 'The archived order.', ...content(reference('Order')) };
  return {
    '/archive': {
      get: {
        operationId: 'listArchive',
        parameters: [...pages.parameters],
        responses: { 200: page, ...problems(...pages.problems) },
      },
    },
    '/archive/{order_id}': {
      parameters: [{ name: 'order_id', in: 'path', required: true, schema: id }],
      get: { operationId: 'getArchived', responses: { 200: read, ...problems(404) } },
    },
  };
}

const withArchive = (service: Service): Service => ({ ...service, orders: service.archive });
