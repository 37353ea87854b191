import type { Steps } from '../faults/fault.js';
import { homeTenant } from './access/callers.js';
import { RateLimiter } from './access/rate-limit.js';
import { turnedAway } from './access/refuse-access.js';
import { Later } from './deferred-tasks.js';
import type { Answer } from './http/answer.js';
import { render } from './http/error-shapes.js';
import type { JsonObject } from './http/json.js';
import { complaintsAbout } from './http/validate.js';
import { speltFreely } from './http/vary-json-spelling.js';
import { IdempotencyKeys } from './keys/idempotency-keys.js';
import { openapi } from './openapi/openapi.js';
import { operations } from './operations.js';
import { inArchive, openArchive } from './orders/archive.js';
import { inOneForm } from './orders/normalize-content.js';
import { senseless } from './orders/order-constraints.js';
import { idForm } from './orders/order-ids.js';
import { linksOf } from './orders/order-links.js';
import { reservedReference } from './orders/order-references.js';
import { Orders } from './orders/orders.js';
import { readOnlyMembers } from './orders/represent.js';
import { orderCreation, orderInput, orderOutput, orderPatch } from './orders/schemas.js';
import { pageStyle } from './pages/pages.js';
import type { Change, Handler, Service } from './request-context.js';
import { chanceOf } from './seeded-random.js';
import type { Settings } from './settings.js';
import { isReindexed } from './volatile/server-fleet.js';
import { Traffic } from './volatile/traffic.js';

/** Sets up a service with the given settings; `steps` are laid around its own. */
export function openService(settings: Settings, steps: Steps): Service {
  const homes = new Map<string, Service>();
  const surroundings = surround(settings);
  const shared = {
    ...{ ...surroundings, ...ground(settings, steps) },
    ...{ ...doors(settings, steps, surroundings), ...insides(settings, steps) },
  };
  const isTaken = (id: string) => [...homes.values()].some(({ orders }) => orders.isKnown(id));
  const inTenant = (tenant: string): Service => {
    const known = homes.get(tenant);
    if (known) return known;
    const orders = new Orders(shared.ids, isTaken, settings);
    const service: Service = { ...shared, tenant, orders, inTenant, tenants: () => [...homes.values()] };
    homes.set(tenant, service);
    return service;
  };
  return inTenant(homeTenant);
}

type Surroundings = Pick<Service, 'chance' | 'traffic' | 'later'>;

/** What goes on beside the requests; each part draws from a sequence of its own. */
function surround(settings: Settings): Surroundings {
  const { seed } = settings;
  return {
    chance: chanceOf(seed, 'service'),
    traffic: new Traffic(settings, chanceOf(seed, 'traffic')),
    later: new Later(chanceOf(seed, 'later')),
  };
}

type Ground = Pick<Service, 'settings' | 'ids' | 'archive' | 'pages' | 'schemas' | 'document'>;

/** What is the same for every request; members that a fault shows may be sent back, and are not documented. */
function ground(settings: Settings, steps: Steps): Ground {
  const ids = idForm(settings.ids);
  const readOnly = readOnlyMembers(settings, ids.schema);
  const pages = pageStyle(settings.pagination, settings);
  const schemasWith = (names: readonly string[]) => {
    const input = orderInput(settings, names);
    return {
      input,
      creation: orderCreation(settings, input),
      output: orderOutput(settings, readOnly),
      patch: orderPatch(settings, names),
    };
  };
  const names = Object.keys(readOnly);
  return {
    ...{ settings, ids, archive: openArchive(settings), pages },
    schemas: schemasWith([...names, ...(steps.members ?? [])]),
    document: openapi(settings, ids.schema, pages, schemasWith(names)),
  };
}

type Doors = Pick<Service, 'limit' | 'reads' | 'admit' | 'once' | 'finish'>;

/** What every request passes on its way in and out. */
function doors(settings: Settings, steps: Steps, surroundings: Surroundings): Doors {
  const keys = new IdempotencyKeys(settings);
  const limiter = new RateLimiter(settings.rateLimit);
  return {
    limit: (request, caller, proceed) => {
      const decide = () => limiter.take(caller);
      return steps.limits ? steps.limits(request, decide, proceed) : (decide() ?? proceed());
    },
    reads: (visit) => steps.reads?.(visit) ?? visit,
    admit: (visit, proceed) => {
      const decide = () => turnedAway(visit);
      return steps.admits ? steps.admits(visit, decide, proceed) : (decide() ?? proceed());
    },
    once: (use) => (steps.keys ? steps.keys(use, (changed) => keys.once(changed), keys) : keys.once(use)),
    finish: (request, answer) => {
      const next = (said: typeof answer) => render(settings, said);
      const told = steps.renders ? steps.renders(answer, next) : next(answer);
      return dressed(settings, surroundings, steps.respond ? steps.respond(request, told) : told);
    },
  };
}

/** The answer as the machine that gives it says it. */
function dressed({ isFleet, isSpeltFreely }: Settings, { chance, traffic }: Surroundings, answer: Answer): Answer {
  const spoken = isFleet
    ? { ...answer, headers: { ...answer.headers, 'content-language': traffic.language, vary: 'accept-language' } }
    : answer;
  return isSpeltFreely ? speltFreely(chance, spoken) : spoken;
}

type Insides = Pick<Service, 'perform' | 'complaints' | 'isTaken' | 'intake' | 'shows' | 'links' | 'stamp'>;

/** What handlers ask for. */
function insides(settings: Settings, steps: Steps): Insides {
  const sound: Readonly<Record<string, Handler>> = {
    ...operations,
    'read orders': (visit) => visit.service.pages.answer(visit, steps.paging),
    'read archive': (visit) => visit.service.pages.answer(inArchive(visit), steps.paging),
  };
  return {
    perform: (operation, visit) => {
      const handle = sound[operation] as Handler;
      const around = steps.around?.[operation];
      return around ? around(visit, (changed = visit) => handle(changed)) : handle(visit);
    },
    complaints: (check) => {
      const { what, value, schema } = check;
      const broken = complaintsAbout(value, schema);
      const found = broken.length === 0 && what === 'order' ? senseless(value) : broken;
      return steps.complaints ? steps.complaints(check, found) : found;
    },
    isTaken: (claim) => {
      const holder = claim.orders.holderOf(claim.reference);
      const isHeld = claim.reference === reservedReference || (holder !== undefined && holder !== claim.order);
      return steps.isTaken ? steps.isTaken(claim, isHeld) : isHeld;
    },
    intake: (change) => {
      const neat = settings.isNormalising ? normalised(change) : change.input;
      const input = settings.isCanonicalising ? inOneForm(neat) : neat;
      return steps.intake ? steps.intake({ ...change, input }) : input;
    },
    shows: (order) => steps.shows?.(order) ?? nothing,
    links: (order) => steps.links?.(order, linksOf(order)) ?? linksOf(order),
    stamp: (order) => {
      const sound = `${order.stamp.toString(36)}${isReindexed(settings, order) ? '-indexed' : ''}`;
      return steps.stamp?.(order, sound) ?? sound;
    },
  };
}

const nothing: JsonObject = {};

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
