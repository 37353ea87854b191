import { createRawClient, type RawClient } from '../../test/support/raw-client.js';
import type { Role } from './service/access/caller.js';
import { type CredentialFields, createCredentialFields, createDemoCredentials } from './service/access/callers.js';
import { type Demo, startDemo } from './start-demo.js';
import { createSettings } from './variants/variants.js';

/** The fields and members that every request needs in these dialects. */
export function createRoleFields(role: Role, ...dialect: readonly string[]): CredentialFields {
  const { access } = createSettings(dialect);
  return access === 'open' ? { headers: {}, query: {} } : createCredentialFields(createDemoCredentials(access)[role]);
}

let keyCount = 0;

/** A client for these dialects: it sends credentials, and an idempotency key with every creation that requires one. */
export function createDialectClient(url: string, ...dialect: readonly string[]): RawClient {
  const ask = createRawClient(url, createRoleFields('full', ...dialect));
  return (method, target, content, headers = {}) => {
    keyCount += 1;
    const needsKey = createSettings(dialect).areKeysRequired && method === 'POST';
    return ask(method, target, content, { ...(needsKey && { 'idempotency-key': `key-${keyCount}` }), ...headers });
  };
}

/** A service in these dialects, and one client for each role. */
export async function startWithRoles(
  ...dialect: readonly string[]
): Promise<{ readonly demo: Demo; readonly as: (role: Role) => RawClient; readonly anonymous: RawClient }> {
  const demo = await startDemo({ dialect });
  const anonymous = createRawClient(demo.url);
  return { demo, anonymous, as: (role) => createRawClient(demo.url, createRoleFields(role, ...dialect)) };
}
