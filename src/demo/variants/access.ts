import { createDemoCredentials } from '../service/access/callers.js';
import type { AccessScheme } from '../service/settings.js';
import { createDefaultDialect, createDialect, type Dialect } from './variant.js';

export const accessDialects: readonly Dialect[] = [
  createDefaultDialect('access', 'access-open', 'No credentials are required.'),
  createAccessDialect('bearer', 'Callers send a bearer token.', { scheme: 'bearer' }),
  createAccessDialect('basic', 'Callers send a user name and a password.', { scheme: 'basic' }),
  createAccessDialect('api-key', 'Callers send a key in the field X-API-Key.', { scheme: 'apiKey' }),
  createAccessDialect('query-key', 'Callers send a key in the query parameter api_key.', {}),
  createDefaultDialect('existence', 'shows-existence', 'Orders of another tenant answer 403.'),
  createDialect(
    'existence',
    'existence-is-declared',
    'Orders of another tenant answer 403, and the profile says so.',
    {},
    { auth: { hideExistence: false } },
  ),
  createDialect(
    'existence',
    'hides-existence',
    'Orders of another tenant answer 404.',
    { hidesExistence: true },
    { auth: { hideExistence: true } },
  ),
];

function createAccessDialect(access: AccessScheme, says: string, scheme: object): Dialect {
  const auth = { ...scheme, credentials: createDemoCredentials(access), public: ['/', '/openapi.json'] };
  const resources = [{ collection: '/orders', private: true }];
  return createDialect('access', `access-${access}`, says, { access }, { auth, resources });
}
