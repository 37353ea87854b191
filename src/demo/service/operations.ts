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
import type { Handler, Resource, ServiceOperation } from './request-context.js';

/** GET and HEAD without a handler of their own are the reading of the resource. */
type PlainRead = Exclude<`${'GET' | 'HEAD'} ${Resource}`, `${'GET' | 'HEAD'} order`>;

/** The correct handlers of all operations except those of pages and plain reads. */
export const operations: Readonly<
  Record<Exclude<ServiceOperation, `read ${'orders' | 'archive' | 'parts'}` | PlainRead>, Handler>
> = {
  'read directory': () => createJsonAnswer(200, { links: { self: '/', orders: '/orders', openapi: '/openapi.json' } }),
  'read document': ({ service }) => createJsonAnswer(200, service.document),
  'POST orders': postOrder,
  'read order': readOrder,
  'GET order': getOrder,
  'HEAD order': headOrder,
  'PUT order': putOrder,
  'PATCH order': patchOrder,
  'DELETE order': deleteOrder,
  'read action': readAction,
  'POST action': postAction,
  'DELETE action': removeAction,
  'read operation': readOperation,
  'POST parts': requireOpenParent(postOrder),
  'read part': requireParent(readOrder),
  'PUT part': requireOpenParent(putOrder),
  'PATCH part': requireOpenParent(patchOrder),
  'DELETE part': requireParent(deleteOrder),
  'read archived': readArchived,
};
