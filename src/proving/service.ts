import { turnedAway } from './access.js';
import { inArchive, openArchive } from './archive.js';
import { homeTenant } from './callers.js';
import { render } from './error-shapes.js';
import type { Steps } from './fault.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { idForm } from './ids.js';
import type { JsonObject } from './json.js';
import { linksOf } from './links.js';
import { openapi } from './openapi.js';
import { operations } from './operations.js';
import { senseless } from './order-content.js';
import { Orders } from './orders.js';
import { pageStyle } from './pages/index.js';
import { RateLimiter } from './rate-limit.js';
import { reservedReference } from './references.js';
import { readOnlyMembers } from './represent.js';
import { orderCreation, orderInput, orderOutput, orderPatch } from './schemas.js';
import type { Settings } from './settings.js';
import { complaintsAbout } from './validate.js';
import type { Change, Handler, Service } from './visit.js';

/** Sets up a service with the given settings; `steps` are laid around its own. */
export function openService(settings: Settings, steps: Steps): Service {
  const homes = new Map<string, Service>();
  const shared = { ...ground(settings, steps), ...doors(settings, steps), ...insides(settings, steps) };
  const isTaken = (id: string) =>
    [...homes.values()].some(({ orders }) => orders.byId.has(id) || orders.buried.has(id));
  const inTenant = (tenant: string): Service => {
    const known = homes.get(tenant);
    if (known) return known;
    const orders = new Orders(shared.ids, isTaken);
    const service: Service = { ...shared, tenant, orders, inTenant, tenants: () => [...homes.values()] };
    homes.set(tenant, service);
    return service;
  };
  return inTenant(homeTenant);
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

type Doors = Pick<Service, 'limit' | 'admit' | 'once' | 'finish'>;

/** What every request passes on its way in and out. */
function doors(settings: Settings, steps: Steps): Doors {
  const keys = new IdempotencyKeys(settings);
  const limiter = new RateLimiter(settings.rateLimit);
  return {
    limit: (request, caller, proceed) => {
      const decide = () => limiter.take(caller);
      return steps.limits ? steps.limits(request, decide, proceed) : (decide() ?? proceed());
    },
    admit: (visit, proceed) => {
      const decide = () => turnedAway(visit);
      return steps.admits ? steps.admits(visit, decide, proceed) : (decide() ?? proceed());
    },
    once: (use) => (steps.keys ? steps.keys(use, (changed) => keys.once(changed), keys) : keys.once(use)),
    finish: (request, answer) => {
      const next = (said: typeof answer) => render(settings, said);
      const told = steps.renders ? steps.renders(answer, next) : next(answer);
      return steps.respond ? steps.respond(request, told) : told;
    },
  };
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
      const input = settings.isNormalising ? normalised(change) : change.input;
      return steps.intake ? steps.intake({ ...change, input }) : input;
    },
    shows: (order) => steps.shows?.(order) ?? nothing,
    links: (order) => steps.links?.(order, linksOf(order)) ?? linksOf(order),
    stamp: (order) => steps.stamp?.(order, order.stamp.toString(36)) ?? order.stamp.toString(36),
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
