import { callerOf, homeTenant } from './access/callers.js';
import { type Answer, type Answering, empty, problem, problemWith } from './http/answer.js';
import { patchTypes } from './http/read-content.js';
import type { Request } from './http/request.js';
import { performOnce } from './keys/perform-once.js';
import { hasOperations } from './orders/deferred-operations.js';
import type { Operation, Resource, Service, Visit } from './request-context.js';
import { allowed, type Route, routeOf } from './routes.js';
import { unversioned, withFarewell } from './versions.js';

/** Answers one request, as it leaves the house. */
export function answer(service: Service, request: Request): Answering {
  service.traffic.begin(request);
  service.later.settle();
  const answering = service.limit(request, senderOf(service, request), () => behindTheLimit(service, request));
  if (answering instanceof Promise) return answering.then((later) => finished(service, request, later));
  return finished(service, request, answering);
}

/** Gives an answer its last shape, also one that was found outside of the service. */
export function finished(service: Service, request: Request, said: Answer): Answer {
  return service.finish(request, service.settings.hasVersions ? withFarewell(partsOf(request).path, said) : said);
}

function behindTheLimit(service: Service, request: Request): Answering {
  const { path, query } = partsOf(request);
  if (request.method === 'OPTIONS' && path === '*') return empty(204, { allow: allowed.order.join(', ') });
  const { hasVersions, hasArchive } = service.settings;
  const route = routeOf(hasVersions ? unversioned(path) : path, hasArchive);
  if (!route || (route.resource === 'operation' && !hasOperations(service.settings)))
    return problem(404, 'There is nothing at this path.');
  const visit = visitOf(service, request, route, query);
  return visit.service.admit(visit, () => behindTheDoor(visit));
}

function behindTheDoor(visit: Visit): Answering {
  const { method, resource, service } = visit;
  const methods = allowed[resource];
  if (!methods.includes(method))
    return problemWith(405, `${method} is not allowed here.`, { allow: methods.join(', ') });
  if (method === 'OPTIONS') return options(resource);
  const seen = method === 'GET' || method === 'HEAD' ? service.reads(visit) : visit;
  const perform = () => service.perform(`${method} ${resource}` as Operation, seen);
  return method === 'POST' ? performOnce(visit, perform) : perform();
}

/** An order is found in whichever tenant has it; what is not there is looked for where the caller is at home. */
function visitOf(service: Service, request: Request, route: Route, query: URLSearchParams): Visit {
  const { access } = service.settings;
  const caller = access === 'open' ? undefined : callerOf(access, { ...request, query });
  const own = service.inTenant(caller?.tenant ?? homeTenant);
  const id = service.ids.plain?.(route.id) ?? route.id;
  const owner = [own, ...service.tenants()].find(({ orders }) => orders.byId.has(id)) ?? own;
  return { ...request, ...route, id, query, caller, order: owner.orders.byId.get(id), service: owner };
}

/** By whom requests are counted: the known caller, or else the address. */
function senderOf({ settings }: Service, request: Request): string {
  const { query } = partsOf(request);
  const caller = settings.access === 'open' ? undefined : callerOf(settings.access, { ...request, query });
  return caller ? caller.role : request.address;
}

function partsOf({ target }: Request): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '', search] = target.replace(/^https?:\/\/[^/]*/i, '').split(/\?(.*)/s);
  return { path, query: new URLSearchParams(search) };
}

function options(resource: Resource): Answer {
  const patch: Record<string, string> = resource === 'order' ? { 'accept-patch': patchTypes.join(', ') } : {};
  return empty(204, { allow: allowed[resource].join(', '), ...patch });
}
