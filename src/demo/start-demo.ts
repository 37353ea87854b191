import type { Fault, InjectedFault } from './faults/fault.js';
import { shippedFaults } from './faults/shipped-faults.js';
import { findByName } from './find-by-name.js';
import { startInventory } from './inventory/start-inventory.js';
import { createOtherClientRequest } from './service/access/other-client.js';
import { answerRequest, finishAnswer } from './service/answer-request.js';
import { demoDialects, demoProfile } from './service/demo-profile.js';
import type { AnswerResult } from './service/http/answer.js';
import { hostServer } from './service/http/host-server.js';
import { createAnswerServer } from './service/http/server.js';
import { openService } from './service/open-service.js';
import type { Service } from './service/request-context.js';
import type { DialectChoice } from './variants/variant.js';
import { createSettings, dialects } from './variants/variants.js';
import { applyWorlds } from './worlds/apply-worlds.js';
import type { World } from './worlds/world.js';
import { findWorlds, worlds } from './worlds/worlds.js';

export { type DialectChoice, demoDialects, demoProfile, dialects, type Fault, type InjectedFault, type World, worlds };

/** Options of the demo. Without options it is a correct service without worlds, on a free port of the loopback. */
export interface DemoOptions {
  readonly fault?: string;
  /** The faults of which one can be chosen; those of the package when left out. */
  readonly faults?: readonly InjectedFault[];
  readonly dialect?: readonly string[];
  /** Difficult circumstances, the outermost first. */
  readonly world?: readonly string[];
  readonly seed?: number;
  readonly port?: number;
  readonly host?: string;
}

export interface Demo {
  readonly url: string;
  close(): Promise<void>;
  /** Number of stored orders, without those of other clients. */
  orders(): number;
  requests(): number;
  /** How often each effect of the inventory was caused that no audit may cause. */
  effects?(): ReadonlyMap<string, number>;
}

export const faults: readonly InjectedFault[] = shippedFaults;

/**
 * Starts the orders service, with the dialects that its fault needs (unless `dialect` chooses others on their axes) and those
 * of its worlds. Throws on unknown names, and on a dialect that a world excludes.
 */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, host: name = '127.0.0.1', world = [], seed = 1 } = options;
  const chosen = findWorlds(world);
  const started = await startIfInventory(options, chosen, { port, host: name });
  if (started) return started;
  const circumstances = applyWorlds(chosen, seed, {
    ask: (asked) => answerRequest(service, createOtherClientRequest(service.settings, asked)),
    finish: (request, answer) => finishAnswer(service, request, answer),
    listOrderStores: () => service.tenants().map(({ orders }) => orders),
    restart: (afterMs, isForgetting) =>
      hosting.pauseFor(afterMs, () => {
        if (isForgetting) service = open();
      }),
  });
  const open = createOpener(options, chosen, circumstances.alterRead);
  let service = open();
  let requests = 0;
  const server = createAnswerServer(
    (request) =>
      stopIfFatal(
        circumstances.around(request, (changed) => answerRequest(service, changed)),
        () => void hosting.pauseFor(downtimeMs, () => undefined),
      ),
    (request, answer) => finishAnswer(service, request, answer),
  );
  server.on('request', () => {
    requests += 1;
  });
  const hosting = await hostServer(server, port, name);
  return {
    url: hosting.url,
    orders: () =>
      listTenantServices(service).reduce((sum, { orders }) => sum + orders.byId.size, 0) -
      circumstances.countForeignOrders(),
    requests: () => requests,
    close: () => {
      circumstances.close();
      return hosting.close();
    },
  };
}

/** Time without a listener after the process ended, in milliseconds. */
const downtimeMs = 300;

/** Ends the process where an answer says so. */
function stopIfFatal(answering: AnswerResult, stop: () => void): AnswerResult {
  if (answering instanceof Promise) return answering.then((answer) => stopIfFatal(answer, stop));
  if (answering.delivery?.isFatal) stop();
  return answering;
}

/** The inventory, where its dialect is chosen. */
async function startIfInventory(
  options: DemoOptions,
  chosen: readonly World[],
  place: { readonly port: number; readonly host: string },
): Promise<Demo | undefined> {
  const { settings, breakage } = prepareSettings(options, chosen);
  if (settings.service !== 'inventory') return undefined;
  return startInventory(settings, { ...place, fault: breakage?.steps().inventory });
}

function createOpener(options: DemoOptions, chosen: readonly World[], reads: Service['alterRead']): () => Service {
  const { settings, breakage } = prepareSettings(options, chosen);
  return () => openService(settings, { ...breakage?.steps(), alterRead: reads });
}

/** The settings of the service with its dialects and worlds, and its fault. */
function prepareSettings(
  { fault, faults: known = faults, dialect = [], seed = 1 }: DemoOptions,
  chosen: readonly World[],
) {
  const breakage = fault === undefined ? undefined : findByName('fault', fault, known);
  const brought = chosen.flatMap(({ needs = [] }) => needs);
  const settings = Object.assign(
    {},
    createSettings([...dialect, ...brought], breakage?.dialect),
    ...chosen.map(({ sets }) => sets),
    { seed },
  );
  return { settings, breakage };
}

/** Carries out all deferred tasks, and lists the services of the tenants. */
function listTenantServices(service: Service): readonly Service[] {
  service.deferredTasks.settle(Number.MAX_SAFE_INTEGER);
  return service.tenants();
}
