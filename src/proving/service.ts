import { postAction, readAction } from './action-handlers.js';
import { type Answer, empty, json, problem, problemWith } from './answer.js';
import { patchTypes } from './content.js';
import type { Steps } from './fault.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { idForm } from './ids.js';
import type { JsonObject } from './json.js';
import { openapi } from './openapi.js';
import { deleteOrder, getOrder, headOrder, patchOrder, postOrder, putOrder, readOrder } from './order-handlers.js';
import { Orders } from './orders.js';
import { pageStyle } from './pages/index.js';
import { readOnlyMembers } from './represent.js';
import { allowed, type Resource, routeOf } from './routes.js';
import { orderInput, orderOutput, orderPatch } from './schemas.js';
import type { Settings } from './settings.js';
import type { Change, Handler, Operation, Service, Visit } from './visit.js';

/** A request as it came in, before anything is known about its target. */
export type Request = Pick<Visit, 'method' | 'headers' | 'content'> & { readonly target: string };

/** Sets up a service with the given settings; `steps` are laid around its own. */
export function openService(settings: Settings, steps: Steps): Service {
  const ids = idForm(settings.ids);
  const readOnly = readOnlyMembers(settings, ids.schema);
  const names = Object.keys(readOnly);
  const tolerated = [...names, ...(steps.members ?? [])];
  const pages = pageStyle(settings.pagination);
  const output = orderOutput(readOnly);
  const documented = { input: orderInput(names), output, patch: orderPatch(names) };
  const service: Service = {
    ...{ settings, ids, pages, orders: new Orders(ids), keys: new IdempotencyKeys() },
    schemas: { ...documented, input: orderInput(tolerated) },
    document: openapi(settings, ids.schema, pages, documented),
    perform: (operation, visit) => {
      const around = steps.around?.[operation];
      return around ? around(visit, () => sound[operation](visit)) : sound[operation](visit);
    },
    intake: (change) => {
      const input = settings.isNormalising ? normalised(change) : change.input;
      return steps.intake ? steps.intake({ ...change, input }) : input;
    },
    shows: (order) => steps.shows?.(order) ?? nothing,
  };
  return service;
}

/** Answers one request. */
export function answer(service: Service, request: Request): Answer {
  const [path = '', search] = request.target.replace(/^https?:\/\/[^/]*/i, '').split(/\?(.*)/s);
  if (request.method === 'OPTIONS' && path === '*') return empty(204, { allow: allowed.order.join(', ') });
  const route = routeOf(path);
  if (!route) return problem(404, 'There is nothing at this path.');
  const { resource, id, action } = route;
  const methods = allowed[resource];
  if (!methods.includes(request.method)) {
    return problemWith(405, `${request.method} is not allowed here.`, { allow: methods.join(', ') });
  }
  if (request.method === 'OPTIONS') return options(resource);
  const order = service.orders.byId.get(id);
  const visit = { ...request, query: new URLSearchParams(search), id, order, action, service };
  return service.perform(`${request.method} ${resource}` as Operation, visit);
}

const nothing: JsonObject = {};

const reading =
  (operation: Operation): Handler =>
  (visit) =>
    visit.service.perform(operation, visit);

const sound: Readonly<Record<Operation, Handler>> = {
  'read directory': () => json(200, { links: { self: '/', orders: '/orders', openapi: '/openapi.json' } }),
  'GET directory': reading('read directory'),
  'HEAD directory': reading('read directory'),
  'read document': ({ service }) => json(200, service.document),
  'GET document': reading('read document'),
  'HEAD document': reading('read document'),
  'read orders': (visit) => visit.service.pages.answer(visit),
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
};

function options(resource: Resource): Answer {
  const patch: Record<string, string> = resource === 'order' ? { 'accept-patch': patchTypes.join(', ') } : {};
  return empty(204, { allow: allowed[resource].join(', '), ...patch });
}

/** The trimmed form may break the schema that the sent form keeps; then the sent form stays. */
function normalised({ input }: Change): JsonObject {
  const { customer, email } = input;
  const neat = typeof customer === 'string' ? customer.trim().normalize('NFC') : '';
  const fits = neat.length > 0 && [...neat].length <= 40;
  return {
    ...input,
    ...(fits && { customer: neat }),
    ...(typeof email === 'string' && { email: email.toLowerCase() }),
  };
}
