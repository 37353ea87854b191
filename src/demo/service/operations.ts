import { createJsonAnswer } from './http/answer.js';
import { postAction, readAction, removeAction } from './orders/action-handlers.js';
import { readArchived } from './orders/archive.js';
import { readOperation } from './orders/deferred-operations.js';
import {
  deleteOrder,
  getOrder,
  headOrder,
  patchOrder,
  postOrder,
  putOrder,
  readOrder,
} from './orders/order-handlers.js';
import { requireOpenParent, requireParent } from './orders/parts.js';
import type { Handler, ServiceOperation } from './request-context.js';

const createReadHandler =
  (operation: ServiceOperation): Handler =>
  (visit) =>
    visit.service.perform(operation, visit);

/** The correct handlers of all operations except those of pages. */
export const operations: Readonly<
  Record<Exclude<ServiceOperation, `read ${'orders' | 'archive' | 'parts'}`>, Handler>
> = {
  'read directory': () => createJsonAnswer(200, { links: { self: '/', orders: '/orders', openapi: '/openapi.json' } }),
  'GET directory': createReadHandler('read directory'),
  'HEAD directory': createReadHandler('read directory'),
  'read document': ({ service }) => createJsonAnswer(200, service.document),
  'GET document': createReadHandler('read document'),
  'HEAD document': createReadHandler('read document'),
  'GET orders': createReadHandler('read orders'),
  'HEAD orders': createReadHandler('read orders'),
  'POST orders': postOrder,
  'read order': readOrder,
  'GET order': getOrder,
  'HEAD order': headOrder,
  'PUT order': putOrder,
  'PATCH order': patchOrder,
  'DELETE order': deleteOrder,
  'read action': readAction,
  'GET action': createReadHandler('read action'),
  'HEAD action': createReadHandler('read action'),
  'POST action': postAction,
  'DELETE action': removeAction,
  'read operation': readOperation,
  'GET operation': createReadHandler('read operation'),
  'HEAD operation': createReadHandler('read operation'),
  'GET parts': createReadHandler('read parts'),
  'HEAD parts': createReadHandler('read parts'),
  'POST parts': requireOpenParent(postOrder),
  'read part': requireParent(readOrder),
  'GET part': createReadHandler('read part'),
  'HEAD part': createReadHandler('read part'),
  'PUT part': requireOpenParent(putOrder),
  'PATCH part': requireOpenParent(patchOrder),
  'DELETE part': requireParent(deleteOrder),
  'GET archive': createReadHandler('read archive'),
  'HEAD archive': createReadHandler('read archive'),
  'read archived': readArchived,
  'GET archived': createReadHandler('read archived'),
  'HEAD archived': createReadHandler('read archived'),
};
