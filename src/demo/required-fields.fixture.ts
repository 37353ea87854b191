import { type Ask, asking } from '../../test/support/raw-client.js';
import type { Role } from './service/access/caller.js';
import { type Carried, carried, demoCredentials } from './service/access/callers.js';
import { type Demo, startDemo } from './start-demo.js';
import { settingsFor } from './variants/variants.js';

/** What a caller has to send with every request in these dialects. */
export function sentBy(role: Role, ...dialect: readonly string[]): Carried {
  const { access } = settingsFor(dialect);
  return access === 'open' ? { headers: {}, query: {} } : carried(demoCredentials(access)[role]);
}

let keys = 0;

/** A client that gets by in these dialects: it says who it is, and gives every creation a key where there must be one. */
export function askingIn(url: string, ...dialect: readonly string[]): Ask {
  const ask = asking(url, sentBy('full', ...dialect));
  return (method, target, content, headers = {}) => {
    keys += 1;
    const needsKey = settingsFor(dialect).areKeysRequired && method === 'POST';
    return ask(method, target, content, { ...(needsKey && { 'idempotency-key': `key-${keys}` }), ...headers });
  };
}

/** A service in these dialects, and one client for each role. */
export async function world(
  ...dialect: readonly string[]
): Promise<{ readonly demo: Demo; readonly as: (role: Role) => Ask; readonly nobody: Ask }> {
  const demo = await startDemo({ dialect });
  const nobody = asking(demo.url);
  return { demo, nobody, as: (role) => asking(demo.url, sentBy(role, ...dialect)) };
}
