import { demoCredentials } from '../service/access/callers.js';
import type { AccessScheme } from '../service/settings.js';
import { choice, type Dialect, isDefault } from './variant.js';

/** Ways for callers to make themselves known, and what those see who may not. */
export const accessDialects: readonly Dialect[] = [
  choice('access', 'access-open', 'Nobody is asked who they are.', {}, isDefault),
  secured('bearer', 'Callers send a bearer token.', { scheme: 'bearer' }),
  secured('basic', 'Callers send a user name and a password.', { scheme: 'basic' }),
  secured('api-key', 'Callers send a key in the field X-API-Key.', { scheme: 'apiKey' }),
  secured('query-key', 'Callers send a key in the query parameter api_key.', {}),
  choice('existence', 'shows-existence', 'Orders of another tenant answer 403.', {}, isDefault),
  choice(
    'existence',
    'hides-existence',
    'Orders of another tenant answer 404.',
    { hidesExistence: true },
    { profile: { auth: { hideExistence: true } } },
  ),
];

function secured(access: AccessScheme, says: string, scheme: object): Dialect {
  const auth = { ...scheme, credentials: demoCredentials(access), public: ['/', '/openapi.json'] };
  const resources = [{ collection: '/orders', private: true }];
  return choice('access', `access-${access}`, says, { access }, { profile: { auth, resources } });
}
