import { type Answer, createJsonAnswer, createProblem } from '../http/answer.js';
import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { createContent, createProblemResponses, createReference } from '../openapi/document-parts.js';
import type { PageStyle, RequestContext } from '../request-context.js';
import type { Settings } from '../settings.js';
import { createIdForm } from './order-ids.js';
import { Orders } from './orders.js';
import { representOrder } from './represent.js';

/** Number of archived orders, more than one page. */
const archivedCount = 25;

/** The completed orders of the second collection, which are read-only and equal for every caller. */
export function openArchive({ ids, hasArchive }: Settings): Orders {
  const archive = new Orders(createIdForm(ids));
  for (let quantity = 1; hasArchive && quantity <= archivedCount; quantity += 1) {
    const order = archive.make({ customer: 'Grace', quantity, priority: 'normal' });
    archive.write(order, { status: 'refunded' });
  }
  return archive;
}

/** The request context with the archive in place of the orders. */
export const toArchiveContext = (visit: RequestContext): RequestContext => ({
  ...visit,
  service: { ...visit.service, orders: visit.service.archive },
});

export function readArchived({ id, service }: RequestContext): Answer {
  const order = service.archive.byId.get(id);
  return order ? createJsonAnswer(200, representOrder(service, order)) : createProblem(404, 'There is no such order.');
}

export function describeArchivePaths(pages: PageStyle, id: Schema): JsonObject {
  const page = {
    description: 'A page of archived orders, oldest first.',
    ...createContent(createReference('OrderPage')),
  };
  const read = { description: 'The archived order.', ...createContent(createReference('Order')) };
  return {
    '/archive': {
      get: {
        operationId: 'listArchive',
        parameters: [...pages.parameters],
        responses: { 200: page, ...createProblemResponses(...pages.problems) },
      },
    },
    '/archive/{order_id}': {
      parameters: [{ name: 'order_id', in: 'path', required: true, schema: id }],
      get: { operationId: 'getArchived', responses: { 200: read, ...createProblemResponses(404) } },
    },
  };
}
