import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { compileTemplate, type PathPattern } from '../facts/match-path.js';
import { performAction, readRecord } from './resources/act.js';
import { changeItem } from './resources/change.js';
import { createItem, createOne } from './resources/create.js';
import { extraResources } from './resources/extras.js';
import { findItem, readShown } from './resources/find-item.js';
import { hasKey, performOnce } from './resources/idempotency.js';
import { readList } from './resources/list.js';
import { addValidators } from './resources/preconditions.js';
import { archiveItem, removeItem } from './resources/remove.js';
import { replyWithItem } from './resources/represent.js';
import { isPresent } from './state/items.js';
import type { Reply, Visit } from './state/world.js';

export type Handler = (visit: Visit) => Reply;

/** What a path leads to, and its methods. */
export interface Route {
  readonly pattern: PathPattern;
  readonly target: Visit['target'];
  readonly facts: CollectionFacts | undefined;
  readonly handlers: ReadonlyMap<string, Handler>;
}

/** All paths of a service, those without parameters first. */
export function listRoutes(facts: ServiceFacts): readonly Route[] {
  const { design, prefix, slash, logPath } = facts;
  const extras = design.extras.map((extra): Route => {
    const { path, handlers } = extraResources[extra];
    const isFile = path.includes('.');
    return route(`${prefix}${path}${isFile ? '' : slash}`, 'other', undefined, handlers);
  });
  const log = route(logPath, 'other', undefined, { GET: readLog });
  const isLogged = design.collections.some(({ choices }) => choices.sideEffect === 'other-list');
  const all = [...extras, ...(isLogged ? [log] : []), ...facts.collections.flatMap(listCollectionRoutes)];
  const parameters = ({ pattern }: Route) => pattern.template.split('{').length;
  return mergeRoutes(all).sort((one, other) => parameters(one) - parameters(other));
}

const route = (
  path: string,
  target: Visit['target'],
  facts: CollectionFacts | undefined,
  handlers: Readonly<Record<string, Handler>>,
): Route => ({ pattern: compileTemplate(path), target, facts, handlers: new Map(Object.entries(handlers)) });

function listCollectionRoutes(facts: CollectionFacts): Route[] {
  const { create, itemPath, action, archivePath, listPath } = facts;
  const creation: Handler = (visit) => createItem(visit, facts);
  const routes = [route(listPath, 'list', facts, { GET: (visit) => readList(visit, facts) })];
  if (create && create.path !== itemPath)
    routes.push(route(create.path, create.path === listPath ? 'list' : 'creation', facts, { POST: creation }));
  if (itemPath !== undefined) routes.push(route(itemPath, 'item', facts, listItemHandlers(facts)));
  if (action) {
    const readAction: Record<string, Handler> = action.hasRecord ? { GET: (visit) => readRecord(visit, facts) } : {};
    const post: Handler = (visit) => performAction(visit, facts, action);
    routes.push(route(action.path, 'action', facts, { ...readAction, POST: post }));
  }
  if (archivePath !== undefined)
    routes.push(route(archivePath, 'archive', facts, { POST: (visit) => archiveItem(visit, facts) }));
  return routes;
}

function listItemHandlers(facts: CollectionFacts): Record<string, Handler> {
  const { changes, create, itemPath, design } = facts;
  const handlers: Record<string, Handler> = {
    GET(visit) {
      const item = findItem(visit, facts);
      const version = readShown(visit, facts, item);
      return addValidators(visit, item, version, replyWithItem(visit, facts, item, version));
    },
  };
  if (create?.path === itemPath && create) handlers[create.method] = (visit) => createItem(visit, facts);
  for (const { method } of changes) {
    const isBoth = handlers[method] !== undefined;
    handlers[method] = (visit) => (isBoth ? createOrChange(visit, facts) : changeItem(visit, facts));
  }
  if (design.choices.removal !== 'none') handlers.DELETE = (visit) => removeItem(visit, facts);
  return handlers;
}

/** One method creates an item that does not exist, and changes one that does. */
function createOrChange(visit: Visit, facts: CollectionFacts): Reply {
  const item = visit.world.stores[facts.index]?.get(visit.ids.at(-1) ?? '');
  const perform = () => (item && isPresent(visit.world, item) ? changeItem(visit, facts) : createOne(visit, facts));
  return visit.request.method === 'POST' && !(item && isPresent(visit.world, item) && !hasKey(visit))
    ? performOnce(visit, perform)
    : perform();
}

/** Joins routes with one path. */
function mergeRoutes(routes: readonly Route[]): Route[] {
  const merged = new Map<string, Route>();
  for (const one of routes) {
    const before = merged.get(one.pattern.template);
    const handlers = new Map([...(before?.handlers ?? []), ...one.handlers]);
    merged.set(one.pattern.template, before ? { ...before, handlers } : one);
  }
  return [...merged.values()];
}

const readLog: Handler = ({ world }) => ({
  status: 200,
  headers: {},
  json: world.log.map(({ entry, at }) => ({ entry, at: new Date(at).toISOString() })),
});
