import { allFaults } from './faults/all-faults.js';
import type { Fault, InjectedFault } from './faults/fault.js';
import { findNearestName } from './nearest-name.js';
import { createOtherClientRequest } from './service/access/other-client.js';
import { answerRequest, finishAnswer } from './service/answer-request.js';
import { demoDialects, demoProfile } from './service/demo-profile.js';
import { hostServer } from './service/http/host-server.js';
import { createAnswerServer } from './service/http/server.js';
import { openService } from './service/open-service.js';
import type { Service } from './service/request-context.js';
import { createSettings, type DialectChoice, dialects } from './variants/variants.js';
import { applyWorlds } from './worlds/apply-worlds.js';
import type { World } from './worlds/world.js';
import { findWorlds, worlds } from './worlds/worlds.js';

export type { Role } from './service/access/caller.js';
export { type Credential, createDemoCredentials as demoCredentials } from './service/access/callers.js';
export { type DialectChoice, demoDialects, demoProfile, dialects, type Fault, type World, worlds };

/** How the demo is started; without options it is sound, in calm circumstances, on a free port of the loopback. */
export interface DemoOptions {
  readonly fault?: string;
  readonly dialect?: readonly string[];
  /** Difficult circumstances, the outermost first. */
  readonly world?: readonly string[];
  /** What chance in the worlds begins with. */
  readonly seed?: number;
  readonly port?: number;
  readonly host?: string;
}

/** A running orders service. */
export interface Demo {
  readonly url: string;
  close(): Promise<void>;
  /** How many live orders are stored, beside those of neighbours. */
  orders(): number;
  /** How many requests were answered. */
  requests(): number;
}

/** The promises that the demo can be told to break. */
export const faults: readonly Fault[] = allFaults;

/** Starts the orders service. A fault brings the dialects it needs, unless another choice was made on their axis; a world brings its own. Throws on unknown names, and on a dialect that a world excludes. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, host: name = '127.0.0.1', world = [], seed = 1 } = options;
  const chosen = findWorlds(world);
  const laid = applyWorlds(chosen, seed);
  const open = createOpener(options, chosen, laid.alterRead);
  let service = open();
  let requests = 0;
  const server = createAnswerServer(
    (request) => laid.around(request, (changed) => answerRequest(service, changed)),
    (request, said) => finishAnswer(service, request, said),
  );
  server.on('request', () => {
    requests += 1;
  });
  const hosting = await hostServer(server, port, name);
  const { settings } = service;
  laid.begin({
    ...{ url: hosting.url, settings },
    ask: (asked) => answerRequest(service, createOtherClientRequest(settings, asked)),
    finish: (request, said) => finishAnswer(service, request, said),
    listOrderStores: () => service.tenants().map(({ orders }) => orders),
    restart: (afterMs, isForgetting) =>
      hosting.pauseFor(afterMs, () => {
        if (isForgetting) service = open();
      }),
  });
  return {
    url: hosting.url,
    orders: () =>
      listTenantServices(service).reduce((sum, { orders }) => sum + orders.byId.size, 0) - laid.countForeignOrders(),
    requests: () => requests,
    close: () => {
      laid.close();
      return hosting.close();
    },
  };
}

/** How the service is opened, each time with nothing in it. */
function createOpener(
  { fault, dialect = [], seed = 1 }: DemoOptions,
  chosen: readonly World[],
  reads: Service['alterRead'],
): () => Service {
  const breakage = fault === undefined ? undefined : findFault(fault);
  const brought = chosen.flatMap(({ needs = [] }) => needs);
  const settings = Object.assign(
    {},
    createSettings([...dialect, ...brought], breakage?.dialect),
    ...chosen.map(({ sets }) => sets),
    { seed },
  );
  return () => openService(settings, { ...breakage?.steps(), alterRead: reads });
}

/** The service of each tenant, with all done that was accepted. */
function listTenantServices(service: Service): readonly Service[] {
  service.deferredTasks.settle(Number.MAX_SAFE_INTEGER);
  return service.tenants();
}

function findFault(name: string): InjectedFault {
  const found = allFaults.find((breakage) => breakage.name === name);
  if (found) return found;
  const near = findNearestName(
    name,
    allFaults.map((breakage) => breakage.name),
  );
  throw new Error(`Unknown fault "${name}". Did you mean "${near}"?`);
}
