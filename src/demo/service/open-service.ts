import type { FaultSteps } from '../faults/fault.js';
import { homeTenant } from './access/callers.js';
import { WindowRateLimiter } from './access/rate-limit.js';
import { refuseAccess } from './access/refuse-access.js';
import { DeferredTasks } from './deferred-tasks.js';
import type { Answer } from './http/answer.js';
import { applyErrorShape } from './http/error-shapes.js';
import type { JsonObject } from './http/json.js';
import { listComplaints } from './http/validate.js';
import { varyJsonSpelling } from './http/vary-json-spelling.js';
import { IdempotencyKeys } from './keys/idempotency-keys.js';
import { createDemoDocument } from './openapi/openapi.js';
import { operations } from './operations.js';
import { openArchive, toArchiveContext } from './orders/archive.js';
import { normalizeContent } from './orders/normalize-content.js';
import { listSemanticComplaints } from './orders/order-constraints.js';
import { createIdForm } from './orders/order-ids.js';
import { createOrderLinks } from './orders/order-links.js';
import { reservedReference } from './orders/order-references.js';
import { Orders } from './orders/orders.js';
import { countParts } from './orders/part-stores.js';
import { requireParent } from './orders/parts.js';
import { describeReadOnlyMembers } from './orders/represent.js';
import {
  createOrderCreationSchema,
  createOrderInputSchema,
  createOrderOutputSchema,
  createOrderPatchSchema,
} from './orders/schemas.js';
import { createPageStyle } from './pages/pages.js';
import type { Handler, OrderChange, Service, ServiceOperation } from './request-context.js';
import { createSeededRandom } from './seeded-random.js';
import type { Settings } from './settings.js';
import { isReindexed } from './volatile/server-fleet.js';
import { Traffic } from './volatile/traffic.js';

export function openService(settings: Settings, steps: FaultSteps): Service {
  const homes = new Map<string, Service>();
  const surroundings = createSurroundings(settings);
  const shared = {
    ...surroundings,
    ...createSharedParts(settings, steps),
    ...createRequestGuards(settings, steps, surroundings),
    ...createHandlerTools(settings, steps),
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

type Surroundings = Pick<Service, 'random' | 'traffic' | 'deferredTasks'>;

/** Background activity; each part has its own random sequence. */
function createSurroundings(settings: Settings): Surroundings {
  const { seed } = settings;
  return {
    random: createSeededRandom(seed, 'service'),
    traffic: new Traffic(settings, createSeededRandom(seed, 'traffic')),
    deferredTasks: new DeferredTasks(createSeededRandom(seed, 'later')),
  };
}

type SharedParts = Pick<Service, 'settings' | 'ids' | 'archive' | 'pages' | 'schemas' | 'document'>;

/** Parts shared by all requests; additional members of a fault may be sent back, and are not documented. */
function createSharedParts(settings: Settings, steps: FaultSteps): SharedParts {
  const ids = createIdForm(settings.ids);
  const readOnly = describeReadOnlyMembers(settings, ids.schema);
  const pages = createPageStyle(settings.pagination, settings);
  const schemasWith = (names: readonly string[]) => {
    const input = createOrderInputSchema(settings, names);
    return {
      input,
      creation: createOrderCreationSchema(settings, input),
      output: createOrderOutputSchema(settings, readOnly),
      patch: createOrderPatchSchema(settings, names),
    };
  };
  const names = Object.keys(readOnly);
  return {
    settings,
    ids,
    archive: openArchive(settings),
    pages,
    schemas: schemasWith([...names, ...(steps.members ?? [])]),
    document: createDemoDocument(settings, ids.schema, pages, schemasWith(names)),
  };
}

type RequestGuards = Pick<Service, 'limit' | 'alterRead' | 'admit' | 'once' | 'finish'>;

/** Checks and changes of every request and response. */
function createRequestGuards(settings: Settings, steps: FaultSteps, surroundings: Surroundings): RequestGuards {
  const keys = new IdempotencyKeys(settings);
  const limiter = new WindowRateLimiter(settings.rateLimit);
  return {
    limit: (request, caller, proceed) => {
      const decide = () => limiter.take(caller);
      return steps.limits ? steps.limits(request, decide, proceed) : (decide() ?? proceed());
    },
    alterRead: (visit) => steps.alterRead?.(visit) ?? visit,
    admit: (visit, proceed) => {
      const decide = () => refuseAccess(visit);
      return steps.admission ? steps.admission(visit, decide, proceed) : (decide() ?? proceed());
    },
    once: (use) => (steps.keys ? steps.keys(use, (changed) => keys.once(changed), keys) : keys.once(use)),
    finish: (request, answer) => {
      const formatted = applyErrorShape(settings, answer);
      return varyAnswer(settings, surroundings, steps.respond ? steps.respond(request, formatted) : formatted);
    },
  };
}

function varyAnswer({ isFleet, isSpeltFreely }: Settings, { random, traffic }: Surroundings, answer: Answer): Answer {
  const spoken = isFleet
    ? { ...answer, headers: { ...answer.headers, 'content-language': traffic.language, vary: 'accept-language' } }
    : answer;
  return isSpeltFreely ? varyJsonSpelling(random, spoken) : spoken;
}

type HandlerTools = Pick<Service, 'perform' | 'complaints' | 'isTaken' | 'acceptChange' | 'shows' | 'links' | 'stamp'>;

function createHandlerTools(settings: Settings, steps: FaultSteps): HandlerTools {
  const correct: Readonly<Record<string, Handler>> = {
    ...operations,
    'read orders': (visit) => visit.service.pages.answer(visit, steps.paging),
    'read parts': requireParent((visit) => visit.service.pages.answer(visit, steps.paging)),
    'read archive': (visit) => visit.service.pages.answer(toArchiveContext(visit), steps.paging),
  };
  return {
    perform: (operation, visit) => {
      const handle = correct[operation] ?? createReadHandler(operation);
      const around = steps.around?.[operation];
      return around ? around(visit, (changed = visit) => handle(changed)) : handle(visit);
    },
    complaints: (check) => {
      const { what, value, schema, orders } = check;
      const broken = listComplaints(value, schema);
      const found = broken.length === 0 && what === 'order' ? listSemanticComplaints(value, orders) : broken;
      return steps.complaints ? steps.complaints(check, found) : found;
    },
    isTaken: (claim) => {
      const holder = claim.orders.holderOf(claim.reference);
      const isHeld = claim.reference === reservedReference || (holder !== undefined && holder !== claim.order);
      return steps.isTaken ? steps.isTaken(claim, isHeld) : isHeld;
    },
    acceptChange: (change) => {
      const neat = settings.isNormalising ? normalizeInput(change) : change.input;
      const input = settings.isCanonicalising ? normalizeContent(neat) : neat;
      return steps.acceptChange ? steps.acceptChange({ ...change, input }) : input;
    },
    shows: (order) => steps.createExtraMembers?.(order) ?? emptyObject,
    links: (order) => steps.links?.(order, createOrderLinks(order)) ?? createOrderLinks(order),
    stamp: (order) => {
      const count = settings.parts === 'counted' ? `-${countParts(order)}` : '';
      const correct = `${order.stamp.toString(36)}${count}${isReindexed(settings, order) ? '-indexed' : ''}`;
      return steps.stamp?.(order, correct) ?? correct;
    },
  };
}

const emptyObject: JsonObject = {};

const createReadHandler =
  (operation: ServiceOperation): Handler =>
  (visit) =>
    visit.service.perform(operation.replace(/^(GET|HEAD) /, 'read ') as ServiceOperation, visit);

/** If the trimmed form violates the schema, the sent form is stored. */
function normalizeInput({ input }: OrderChange): JsonObject {
  const { customer, email } = input;
  const neat = typeof customer === 'string' ? customer.trim().normalize('NFC') : '';
  const fits = neat.length > 0 && [...neat].length <= 40;
  return {
    ...input,
    ...(fits && { customer: neat }),
    ...(typeof email === 'string' && { email: email.toLowerCase() }),
  };
}
