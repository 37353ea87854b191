import { createDemoCredentials } from '../service/access/callers.js';
import type { AccessScheme } from '../service/settings.js';
import { createDialect, type Dialect, defaultFlag } from './variant.js';

/** Authentication schemes, and the responses to callers without permission. */
export const accessDialects: readonly Dialect[] = [
  createDialect('access', 'access-open', 'No credentials are required.', {}, defaultFlag),
  createAccessDialect('bearer', 'Callers send a bearer token.', { scheme: 'bearer' }),
  createAccessDialect('basic', 'Callers send a user name and a password.', { scheme: 'basic' }),
  createAccessDialect('api-key', 'Callers send a key in the field X-API-Key.', { scheme: 'apiKey' }),
  createAccessDialect('query-key', 'Callers send a key in the query parameter api_key.', {}),
  createDialect('existence', 'shows-existence', 'Orders of another tenant answer 403.', {}, defaultFlag),
  createDialect(
    'existence',
    'existence-is-declared',
    'Orders of another tenant answer 403, and the profile says so.',
    {},
    { profile: { auth: { hideExistence: false } } },
  ),
  createDialect(
    'existence',
    'hides-existence',
    'Orders of another tenant answer 404.',
    { hidesExistence: true },
    { profile: { auth: { hideExistence: true } } },
  ),
];

function createAccessDialect(access: AccessScheme, says: string, scheme: object): Dialect {
  const auth = { ...scheme, credentials: createDemoCredentials(access), public: ['/', '/openapi.json'] };
  const resources = [{ collection: '/orders', private: true }];
  return createDialect('access', `access-${access}`, says, { access }, { profile: { auth, resources } });
}
