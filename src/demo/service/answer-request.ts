import { findCaller, homeTenant } from './access/callers.js';
import {
  type Answer,
  type AnswerResult,
  createEmptyAnswer,
  createProblem,
  createProblemWithHeaders,
} from './http/answer.js';
import { patchTypes } from './http/read-content.js';
import { type Request, splitTarget } from './http/request.js';
import { performOnce } from './keys/perform-once.js';
import { hasOperations } from './orders/deferred-operations.js';
import { toPartContext } from './orders/parts.js';
import type { RequestContext, Service, ServiceOperation } from './request-context.js';
import { allowedMethods, findRoute, type Route } from './routes.js';
import { addDeprecationFields, removeVersion } from './versions.js';

export function answerRequest(service: Service, request: Request): AnswerResult {
  service.traffic.begin(request);
  service.deferredTasks.settle();
  const answering = service.limit(request, identifySender(service, request), () => routeRequest(service, request));
  if (answering instanceof Promise) return answering.then((later) => finishAnswer(service, request, later));
  return finishAnswer(service, request, answering);
}

/** Applies the final format to a response, including those from outside the service. */
export function finishAnswer(service: Service, request: Request, answer: Answer): Answer {
  return service.finish(
    request,
    service.settings.hasVersions ? addDeprecationFields(splitTarget(request).path, answer) : answer,
  );
}

function routeRequest(service: Service, request: Request): AnswerResult {
  const { path, query } = splitTarget(request);
  if (request.method === 'OPTIONS' && path === '*')
    return createEmptyAnswer(204, { allow: allowedMethods.order.join(', ') });
  const { hasVersions } = service.settings;
  const route = findRoute(hasVersions ? removeVersion(path) : path, service.settings);
  if (!route || (route.resource === 'operation' && !hasOperations(service.settings)))
    return createProblem(404, 'There is nothing at this path.');
  const visit = createContext(service, request, route, query);
  return visit.service.admit(visit, () => dispatchOperation(visit));
}

function dispatchOperation(visit: RequestContext): AnswerResult {
  const { method, resource, service } = visit;
  const methods = listMethods(visit);
  if (!methods.includes(method))
    return createProblemWithHeaders(405, `${method} is not allowed here.`, { allow: methods.join(', ') });
  if (method === 'OPTIONS') return answerOptions(visit);
  const seen = method === 'GET' || method === 'HEAD' ? service.alterRead(visit) : visit;
  const perform = () => service.perform(`${method} ${resource}` as ServiceOperation, seen);
  return method === 'POST' ? performOnce(visit, perform) : perform();
}

/** An order is found in any tenant; a missing one is searched in the tenant of the caller. */
function createContext(service: Service, request: Request, route: Route, query: URLSearchParams): RequestContext {
  const { access } = service.settings;
  const caller = access === 'open' ? undefined : findCaller(access, { ...request, query });
  const own = service.inTenant(caller?.tenant ?? homeTenant);
  const id = service.ids.plain?.(route.id) ?? route.id;
  const owner = [own, ...service.tenants()].find(({ orders }) => orders.byId.has(id)) ?? own;
  const visit = { ...request, ...route, id, query, caller, order: owner.orders.byId.get(id), service: owner };
  return route.part === undefined ? visit : toPartContext(visit, service.ids.plain?.(route.part) ?? route.part);
}

/** The key for counting requests: the known caller, otherwise the address. */
function identifySender({ settings }: Service, request: Request): string {
  const { query } = splitTarget(request);
  const caller = settings.access === 'open' ? undefined : findCaller(settings.access, { ...request, query });
  return caller ? caller.role : request.address;
}

/** The methods of a resource; only the record of a payment can be removed, in the dialect that permits it. */
const listMethods = ({ resource, action, service }: RequestContext): readonly string[] =>
  resource === 'action' && action === 'payment' && service.settings.hasRemovablePayments
    ? [...allowedMethods.action, 'DELETE']
    : allowedMethods[resource];

function answerOptions(visit: RequestContext): Answer {
  const { resource } = visit;
  const patch: Record<string, string> =
    resource === 'order' || resource === 'part' ? { 'accept-patch': patchTypes.join(', ') } : {};
  return createEmptyAnswer(204, { allow: listMethods(visit).join(', '), ...patch });
}
