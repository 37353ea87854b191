import { breakages } from './faults/all-faults.js';
import type { Breakage, Fault } from './faults/fault.js';
import { nearest } from './nearest-name.js';
import { somebodyElse } from './service/access/other-client.js';
import { answer, finished } from './service/answer-request.js';
import { demoDialects, demoProfile } from './service/demo-profile.js';
import { host } from './service/http/host-server.js';
import { serve } from './service/http/server.js';
import { openService } from './service/open-service.js';
import type { Service } from './service/request-context.js';
import { type DialectChoice, dialects, settingsFor } from './variants/variants.js';
import { lay } from './worlds/apply-worlds.js';
import type { World } from './worlds/world.js';
import { worlds, worldsNamed } from './worlds/worlds.js';

export type { Role } from './service/access/caller.js';
export { type Credential, demoCredentials } from './service/access/callers.js';
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
export const faults: readonly Fault[] = breakages;

/** Starts the orders service. A fault brings the dialects it needs, unless another choice was made on their axis; a world brings its own. Throws on unknown names, and on a dialect that a world excludes. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { port = 0, host: name = '127.0.0.1', world = [], seed = 1 } = options;
  const chosen = worldsNamed(world);
  const laid = lay(chosen, seed);
  const open = opening(options, chosen, laid.reads);
  let service = open();
  let requests = 0;
  const server = serve(
    (request) => laid.around(request, (changed) => answer(service, changed)),
    (request, said) => finished(service, request, said),
  );
  server.on('request', () => {
    requests += 1;
  });
  const hosting = await host(server, port, name);
  const { settings } = service;
  laid.begin({
    ...{ url: hosting.url, settings },
    ask: (asked) => answer(service, somebodyElse(settings, asked)),
    finish: (request, said) => finished(service, request, said),
    stores: () => service.tenants().map(({ orders }) => orders),
    restart: (afterMs, isForgetting) =>
      hosting.leaveFor(afterMs, () => {
        if (isForgetting) service = open();
      }),
  });
  return {
    url: hosting.url,
    orders: () => stored(service).reduce((sum, { orders }) => sum + orders.byId.size, 0) - laid.strangers(),
    requests: () => requests,
    close: () => {
      laid.close();
      return hosting.close();
    },
  };
}

/** How the service is opened, each time with nothing in it. */
function opening(
  { fault, dialect = [], seed = 1 }: DemoOptions,
  chosen: readonly World[],
  reads: Service['reads'],
): () => Service {
  const breakage = fault === undefined ? undefined : find(fault);
  const brought = chosen.flatMap(({ needs = [] }) => needs);
  const settings = Object.assign(
    {},
    settingsFor([...dialect, ...brought], breakage?.dialect),
    ...chosen.map(({ sets }) => sets),
    { seed },
  );
  return () => openService(settings, { ...breakage?.steps(), reads });
}

/** The service of each tenant, with all done that was accepted. */
function stored(service: Service): readonly Service[] {
  service.later.settle(Number.MAX_SAFE_INTEGER);
  return service.tenants();
}

function find(name: string): Breakage {
  const found = breakages.find((breakage) => breakage.name === name);
  if (found) return found;
  const near = nearest(
    name,
    breakages.map((breakage) => breakage.name),
  );
  throw new Error(`Unknown fault "${name}". Did you mean "${near}"?`);
}
