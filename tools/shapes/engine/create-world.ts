import type { Design } from '../design/design.js';
import { describeService } from '../facts/build-facts.js';
import { hashNumber } from '../facts/ids.js';
import { createAnswer } from './answer.js';
import { chooseStatus } from './http/refuse.js';
import { changeContent } from './resources/change.js';
import { findProblems } from './resources/find-problems.js';
import { recall } from './resources/idempotency.js';
import { cut, limitSize } from './resources/page.js';
import { makeTag, requireMatch } from './resources/preconditions.js';
import { remove } from './resources/remove.js';
import { addressItem } from './resources/represent.js';
import { listRoutes } from './routes.js';
import { seedItems } from './state/items.js';
import type { Behaviour, Item, ServiceClock, Visit, World } from './state/world.js';
import { canSee, findCaller } from './traffic/access.js';
import { countRequest } from './traffic/gateway.js';

/** Replaces functions of a service. */
export type ChangeBehaviour = (behaviour: Behaviour) => Partial<Behaviour>;

/** A service with the items of others that it has at the start. */
export function createWorld(design: Design, clock: ServiceClock, change: ChangeBehaviour = () => ({})): World {
  const facts = describeService(design);
  const correct: Behaviour = {
    answer: createAnswer(listRoutes(facts)),
    handle: (visit, handler) => handler(visit),
    findCaller,
    canSee,
    findProblems,
    changeContent,
    remove,
    cut,
    limitSize,
    locate,
    makeTag,
    requireMatch,
    recall,
    chooseStatus,
    limitRate: countRequest,
  };
  const world: World = {
    facts,
    clock,
    behaviour: { ...correct, ...change(correct) },
    stores: facts.collections.map(() => new Map()),
    replaced: [],
    keys: new Map(),
    log: [],
    settings: { language: 'en', rows: 20 },
    requests: {},
    count: 0,
    created: 0,
    errors: [],
    bannedUntil: Number.NEGATIVE_INFINITY,
    window: { since: Number.NEGATIVE_INFINITY, count: 0 },
    visits: 0,
    visitedAt: clock.now(),
  };
  seedItems(world);
  return world;
}

/** Location, with a host in half of all services. */
function locate({ world, request, facts }: Visit, item: Item): string {
  if (!facts) return '/';
  const path = addressItem(world, facts, item);
  return hashNumber(2, world.facts.design.seed, 'location') === 0 ? path : request.origin + path;
}
