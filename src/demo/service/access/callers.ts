import type { RequestContext } from '../request-context.js';
import type { AccessScheme } from '../settings.js';
import type { Caller, Role } from './caller.js';

export type Credential =
  | { readonly token: string }
  | { readonly username: string; readonly password: string }
  | { readonly header: string; readonly value: string }
  | { readonly query: string; readonly value: string };

export interface CredentialFields {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export const homeTenant = 'acme';

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

/** Begins like the secret of the full caller. */
const wrongSecret = 'demo-full-7Qx2LmV8';

const credentialShapes: Readonly<Record<AccessScheme, (role: Role, secret?: string) => Credential>> = {
  bearer: (role, token = secrets[role]) => ({ token }),
  basic: (role, password = secrets[role]) => ({ username: `${role}-caller`, password }),
  'api-key': (role, value = secrets[role]) => ({ header: 'X-API-Key', value }),
  'query-key': (role, value = secrets[role]) => ({ query: 'api_key', value }),
};

/** The fixed credentials of the demo's callers, as declared in a profile. */
export const createDemoCredentials = (scheme: AccessScheme): Readonly<Record<Role | 'wrongPassword', Credential>> => ({
  full: credentialShapes[scheme]('full'),
  limited: credentialShapes[scheme]('limited'),
  otherTenant: credentialShapes[scheme]('otherTenant'),
  expired: credentialShapes[scheme]('expired'),
  wrongPassword: credentialShapes[scheme]('full', wrongSecret),
});

export function createCredentialFields(credential: Credential): CredentialFields {
  if ('token' in credential) return createHeaderFields('authorization', `Bearer ${credential.token}`);
  if ('username' in credential) {
    const pair = Buffer.from(`${credential.username}:${credential.password}`).toString('base64');
    return createHeaderFields('authorization', `Basic ${pair}`);
  }
  if ('query' in credential) return { headers: {}, query: { [credential.query]: credential.value } };
  return createHeaderFields(credential.header.toLowerCase(), credential.value);
}

function readCredential(scheme: AccessScheme, { headers, query }: Pick<RequestContext, 'headers' | 'query'>) {
  if (scheme === 'query-key') return query.get('api_key') ?? undefined;
  if (scheme === 'api-key') return String(headers['x-api-key'] ?? '') || undefined;
  return headers.authorization?.trim().replace(/^[a-z]+ +/i, (name) => `${name.trim().toLowerCase()} `);
}

export function findCaller(scheme: AccessScheme, request: Pick<RequestContext, 'headers' | 'query'>) {
  const sent = readCredential(scheme, request);
  const role = sent === undefined ? undefined : roles.find((one) => getAcceptedCredential(scheme, one) === sent);
  return role && callers[role];
}

function getAcceptedCredential(scheme: AccessScheme, role: Role): string | undefined {
  const { headers, query } = createCredentialFields(createDemoCredentials(scheme)[role]);
  return readCredential(scheme, { headers, query: new URLSearchParams(query) });
}

const createHeaderFields = (name: string, value: string): CredentialFields => ({
  headers: { [name]: value },
  query: {},
});
