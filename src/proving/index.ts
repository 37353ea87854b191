import type { AddressInfo } from 'node:net';
import { answer, finished } from './answering.js';
import { type DialectChoice, dialects, settingsFor } from './dialects/index.js';
import type { Breakage, Fault } from './fault.js';
import { breakages } from './faults/index.js';
import { nearest } from './nearest.js';
import { demoDialects, demoProfile } from './profile.js';
import { serve } from './server.js';
import { openService } from './service.js';

export { type Credential, demoCredentials, type Role } from './callers.js';
export { type DialectChoice, demoDialects, demoProfile, dialects, type Fault };

/** How the demo is started; without options it is sound, on a free port of the loopback. */
export interface DemoOptions {
  readonly fault?: string;
  readonly dialect?: readonly string[];
  readonly port?: number;
  readonly host?: string;
}

/** A running orders service. */
export interface Demo {
  readonly url: string;
  close(): Promise<void>;
  /** How many live orders are stored. */
  orders(): number;
  /** How many requests were answered. */
  requests(): number;
}

/** The promises that the demo can be told to break. */
export const faults: readonly Fault[] = breakages;

/** Starts the orders service. A fault brings the dialects it needs, unless another choice was made on their axis. Throws on unknown names. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { fault, dialect = [], port = 0, host = '127.0.0.1' } = options;
  const breakage = fault === undefined ? undefined : find(fault);
  const service = openService(settingsFor(dialect, breakage?.dialect), breakage?.steps() ?? {});
  let requests = 0;
  const server = serve(
    (request) => answer(service, request),
    (request, said) => finished(service, request, said),
  );
  server.on('request', () => {
    requests += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    orders: () => service.tenants().reduce((sum, { orders }) => sum + orders.byId.size, 0),
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
