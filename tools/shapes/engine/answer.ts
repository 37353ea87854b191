import { refuse } from './http/refuse.js';
import { requireParents } from './resources/find-item.js';
import { readRoot } from './resources/root.js';
import type { Route } from './routes.js';
import { Refusal, type Reply, type ServiceRequest, type Visit, type World } from './state/world.js';
import { logIn } from './traffic/access.js';
import { answerAtGateway, countError } from './traffic/gateway.js';
import { letVisitorsWrite } from './traffic/visitors.js';

/** Answers a request of the client, or lets the gateway or the rate limit refuse it. */
export function receive(world: World, request: ServiceRequest): Reply {
  world.count++;
  letVisitorsWrite(world);
  const refused = answerAtGateway(world);
  if (refused) return refused;
  const { isTooMany, headers } = world.behaviour.limitRate(world);
  const reply = catchRefusal(world, () => {
    if (isTooMany) throw new Refusal('rate');
    return world.behaviour.answer(world, request);
  });
  countError(world, reply);
  return { ...reply, headers: { ...headers, ...reply.headers } };
}

/** The answer, or that of the refusal. */
export function catchRefusal(world: World, perform: () => Reply): Reply {
  try {
    return perform();
  } catch (error) {
    if (error instanceof Refusal) return refuse(world, error);
    throw error;
  }
}

/** Makes the function that answers requests to known paths. */
export function createAnswer(routes: readonly Route[]) {
  return (world: World, request: ServiceRequest): Reply => catchRefusal(world, () => answer(world, request, routes));
}

function answer(world: World, request: ServiceRequest, routes: readonly Route[]): Reply {
  const { design, loginPath } = world.facts;
  const isRead = request.method === 'GET' || (request.method === 'HEAD' && design.service.head === 'present');
  if (request.path === '/' && isRead) {
    const root = readRoot(world, request);
    if (root) return root;
  }
  if (design.service.access === 'session' && request.path === loginPath && request.method === 'POST')
    return logIn(world, request);
  const found = findRoute(routes, request.path);
  if (!found) {
    const withSlash = design.service.slash === 'redirected' ? findRoute(routes, `${request.path}/`) : undefined;
    if (!withSlash) throw new Refusal('missing');
    const query = request.query.size > 0 ? `?${request.query}` : '';
    return { status: 308, headers: { location: `${request.path}/${query}` } };
  }
  return answerRoute(world, request, found);
}

interface Found {
  readonly route: Route;
  readonly ids: readonly string[];
}

function findRoute(routes: readonly Route[], path: string): Found | undefined {
  for (const route of routes) {
    const encoded = route.pattern.match(path);
    if (!encoded) continue;
    try {
      return { route, ids: encoded.map(decodeURIComponent) };
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function answerRoute(world: World, request: ServiceRequest, { route, ids }: Found): Reply {
  const { service } = world.facts.design;
  const { facts, target } = route;
  const allow = listAllowed(world, route);
  if (request.method === 'OPTIONS' && service.options === 'present') return { status: 204, headers: { allow } };
  const isHead = request.method === 'HEAD' && service.head === 'present';
  const handler = route.handlers.get(isHead ? 'GET' : request.method);
  if (!handler) throw new Refusal('method', [], service.wrongMethod === '405-allow' ? { allow } : {});
  const caller = world.behaviour.findCaller(world, request);
  const visit: Visit = { world, request, target, facts, ids, caller };
  return world.behaviour.handle(visit, (one) => {
    requireQuery(one);
    requireParents(one);
    return handler(one);
  });
}

function listAllowed(world: World, { handlers }: Route): string {
  const { head, options } = world.facts.design.service;
  const methods = [...handlers.keys()];
  if (head === 'present' && handlers.has('GET')) methods.push('HEAD');
  if (options === 'present') methods.push('OPTIONS');
  return methods.join(', ');
}

/** Throws a refusal without the query parameter that must be sent. */
function requireQuery({ facts, request, target }: Visit): void {
  if (!facts?.requiredQuery) return;
  const isNeeded =
    facts.design.choices.requiredQuery === 'everywhere' || (target === 'list' && request.method !== 'POST');
  const { name, value } = facts.requiredQuery;
  if (isNeeded && request.query.get(name) !== value)
    throw new Refusal('malformed', [{ member: name, rule: 'required' }]);
}
