import { json } from './http/answer.js';
import { postAction, readAction } from './orders/action-handlers.js';
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
import type { Handler, Operation } from './request-context.js';

const reading =
  (operation: Operation): Handler =>
  (visit) =>
    visit.service.perform(operation, visit);

/** What a sound service does with each operation but the reading of pages, for which there are steps of its own. */
export const operations: Readonly<Record<Exclude<Operation, `read ${'orders' | 'archive'}`>, Handler>> = {
  'read directory': () => json(200, { links: { self: '/', orders: '/orders', openapi: '/openapi.json' } }),
  'GET directory': reading('read directory'),
  'HEAD directory': reading('read directory'),
  'read document': ({ service }) => json(200, service.document),
  'GET document': reading('read document'),
  'HEAD document': reading('read document'),
  'GET orders': reading('read orders'),
  'HEAD orders': reading('read orders'),
  'POST orders': postOrder,
  'read order': readOrder,
  'GET order': getOrder,
  'HEAD order': headOrder,
  'PUT order': putOrder,
  'PATCH order': patchOrder,
  'DELETE order': deleteOrder,
  'read action': readAction,
  'GET action': reading('read action'),
  'HEAD action': reading('read action'),
  'POST action': postAction,
  'read operation': readOperation,
  'GET operation': reading('read operation'),
  'HEAD operation': reading('read operation'),
  'GET archive': reading('read archive'),
  'HEAD archive': reading('read archive'),
  'read archived': readArchived,
  'GET archived': reading('read archived'),
  'HEAD archived': reading('read archived'),
};
