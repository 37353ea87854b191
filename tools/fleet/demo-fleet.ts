import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDemoCredentials } from '../../src/demo/service/access/callers.js';
import { type Demo, startDemo } from '../../src/demo/start-demo.js';

/** Demo services that require a token, and a fleet file that lists them. */
export interface DemoFleet {
  /** Folder of the fleet file. */
  readonly folder: string;
  readonly file: string;
  /** The variables with the credentials that an audit needs. */
  readonly env: Readonly<Record<string, string>>;
  /** Values that may be nowhere but in the environment of audits. */
  readonly secrets: readonly string[];
  readonly demos: ReadonlyMap<string, Demo>;
  /** Names of services that still hold items. */
  listLeft(): string[];
  close(): Promise<void>;
}

/** How the services of a fleet are started. */
export interface DemoFleetOptions {
  readonly count: number;
  /** The fault of a service, by its number. */
  readonly faultOf?: (index: number) => string | undefined;
  /** Settings of all targets beside profile and variables. */
  readonly defaults?: object;
}

/** Starts demo services on free ports, and writes the fleet file and one profile that all of them share. */
export async function startDemoFleet(
  folder: string,
  { count, faultOf = () => undefined, defaults = {} }: DemoFleetOptions,
): Promise<DemoFleet> {
  const demos = new Map<string, Demo>();
  for (let index = 0; index < count; index += 1) {
    const fault = faultOf(index);
    demos.set(nameService(index), await startDemo({ dialect: ['access-bearer'], ...(fault && { fault }) }));
  }
  const { token } = createDemoCredentials('bearer').full as { readonly token: string };
  const key = randomBytes(16).toString('hex');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'shared.json'), JSON.stringify(profile));
  const file = join(folder, 'fleet.json');
  const targets = [...demos].map(([name, { url }], index) => ({ name, url, group: index % 2 === 0 ? 'even' : 'odd' }));
  const variables = { API_TOKEN: 'DEMO_TOKEN', FLEET_KEY: 'DEMO_FLEET_KEY' };
  const groups = { even: { owner: 'even team' }, odd: { owner: 'odd team' } };
  const fleet = { name: 'demo', defaults: { profile: 'shared.json', variables, ...defaults }, groups, targets };
  writeFileSync(file, JSON.stringify(fleet));
  return {
    folder,
    file,
    env: { DEMO_TOKEN: token, DEMO_FLEET_KEY: key },
    secrets: [token, key],
    demos,
    listLeft: () => [...demos].filter(([, demo]) => demo.orders() > 0).map(([name]) => name),
    close: async () => {
      await Promise.all([...demos.values()].map((demo) => demo.close()));
    },
  };
}

const nameService = (index: number): string => `service-${String(index).padStart(3, '0')}`;

/** All services have the same profile; each audit gets its credentials from its own environment. */
const profile = {
  auth: { scheme: 'bearer', credentials: { full: `\${API_TOKEN}` } },
  headers: { 'X-Fleet-Key': `\${FLEET_KEY}` },
};
