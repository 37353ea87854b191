import type { Visit } from '../request-context.js';
import type { AccessScheme } from '../settings.js';
import type { Caller, Role } from './caller.js';

/** A credential in the way a profile declares it. */
export type Credential =
  | { readonly token: string }
  | { readonly username: string; readonly password: string }
  | { readonly header: string; readonly value: string }
  | { readonly query: string; readonly value: string };

/** What carries a credential in a request. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** The tenant of orders where nothing else is said. */
export const homeTenant = 'acme';

/** The callers by role. */
const callers: Readonly<Record<Role, Caller>> = {
  full: { role: 'full', tenant: homeTenant },
  limited: { role: 'limited', tenant: homeTenant },
  otherTenant: { role: 'otherTenant', tenant: 'globex' },
  expired: { role: 'expired', tenant: homeTenant },
};

const roles = Object.keys(callers) as Role[];

const secrets: Readonly<Record<Role, string>> = {
  full: 'demo-full-7Qx2LmV9',
  limited: 'demo-limited-4Rt8WnB1',
  otherTenant: 'demo-other-6Yp3HcK5',
  expired: 'demo-expired-2Zs9DfG7',
};

const shapes: Readonly<Record<AccessScheme, (role: Role) => Credential>> = {
  bearer: (role) => ({ token: secrets[role] }),
  basic: (role) => ({ username: `${role}-caller`, password: secrets[role] }),
  'api-key': (role) => ({ header: 'X-API-Key', value: secrets[role] }),
  'query-key': (role) => ({ query: 'api_key', value: secrets[role] }),
};

/** The fixed credentials of the demo's callers, as a profile declares them. */
export const demoCredentials = (scheme: AccessScheme): Readonly<Record<Role, Credential>> => ({
  full: shapes[scheme]('full'),
  limited: shapes[scheme]('limited'),
  otherTenant: shapes[scheme]('otherTenant'),
  expired: shapes[scheme]('expired'),
});

/** What a caller with this credential sends. */
export function carried(credential: Credential): Carried {
  if ('token' in credential) return inHeader('authorization', `Bearer ${credential.token}`);
  if ('username' in credential) {
    const pair = Buffer.from(`${credential.username}:${credential.password}`).toString('base64');
    return inHeader('authorization', `Basic ${pair}`);
  }
  if ('query' in credential) return { headers: {}, query: { [credential.query]: credential.value } };
  return inHeader(credential.header.toLowerCase(), credential.value);
}

/** The credential that a request carries in the given scheme, as a text of one form. */
function credentialIn(scheme: AccessScheme, { headers, query }: Pick<Visit, 'headers' | 'query'>): string | undefined {
  if (scheme === 'query-key') return query.get('api_key') ?? undefined;
  if (scheme === 'api-key') return String(headers['x-api-key'] ?? '') || undefined;
  return headers.authorization?.trim().replace(/^[a-z]+ +/i, (name) => `${name.trim().toLowerCase()} `);
}

/** Whom a request's credential names; undefined where it names nobody. */
export function callerOf(scheme: AccessScheme, request: Pick<Visit, 'headers' | 'query'>): Caller | undefined {
  const sent = credentialIn(scheme, request);
  const role = sent === undefined ? undefined : roles.find((one) => accepted(scheme, one) === sent);
  return role && callers[role];
}

function accepted(scheme: AccessScheme, role: Role): string | undefined {
  const { headers, query } = carried(demoCredentials(scheme)[role]);
  return credentialIn(scheme, { headers, query: new URLSearchParams(query) });
}

const inHeader = (name: string, value: string): Carried => ({ headers: { [name]: value }, query: {} });
