import { randomUUID } from 'node:crypto';
import { clock } from '../clock.js';
import type { Role } from '../service/access/caller.js';
import { type Credential, createCredentialFields, createDemoCredentials } from '../service/access/callers.js';
import { type Answer, createJsonAnswer } from '../service/http/answer.js';
import type { Request } from '../service/http/request.js';
import type { SeededRandom } from '../service/seeded-random.js';
import type { Circumstances, World } from './world.js';

const lifetimeSeconds = 2;
const tokenPath = '/oauth/token';
const clients = ['full', 'limited', 'otherTenant'] as const;
type Client = (typeof clients)[number];
const getClientSecret = (role: Client): string => `demo-secret-of-${role}-9Kd3TwX5`;

export const tokenWorlds: readonly World[] = [
  {
    name: 'expiring-tokens',
    says: `Tokens come from a token endpoint and are valid for ${lifetimeSeconds} s; expired tokens return 401.`,
    needs: ['access-bearer'],
    profile: { auth: { credentials: Object.fromEntries(clients.map((role) => [role, createClientCredential(role)])) } },
    open: createExpiringTokens,
  },
  {
    name: 'revoked-tokens',
    says: 'In the middle of the run all tokens become invalid and cannot be renewed.',
    needs: ['access-bearer'],
    isEnding: true,
    open: createEndingTokens,
  },
];

/** The fixed token of the dialect is not valid here. */
function createClientCredential(role: Client): object {
  return {
    token: undefined,
    oauth2: { tokenUrl: tokenPath, clientId: `${role}-client`, clientSecret: getClientSecret(role) },
  };
}

const fixedCredentials = createDemoCredentials('bearer');
const createAuthorization = (credential: Credential): string =>
  createCredentialFields(credential).headers.authorization ?? '';

function createExpiringTokens(chance: SeededRandom): Circumstances {
  const issued = new Map<string, { readonly role: Client; readonly until: number }>();
  // Not every token endpoint reports the lifetime of its tokens.
  const tellsLife = chance.next() < 0.5;
  return {
    around(request, proceed) {
      if (request.method === 'POST' && request.target === tokenPath) return grantToken(request, issued, tellsLife);
      const { authorization } = request.headers;
      const known = issued.get(authorization ?? '');
      if (known) {
        const isLive = clock.now() < known.until;
        return proceed(replaceCredential(request, isLive ? fixedCredentials[known.role] : fixedCredentials.expired));
      }
      const isFixed = clients.some((role) => createAuthorization(fixedCredentials[role]) === authorization);
      return proceed(isFixed ? replaceCredential(request, { token: 'not-of-this-world' }) : request);
    },
  };
}

function grantToken(
  { headers }: Request,
  issued: Map<string, { readonly role: Client; readonly until: number }>,
  tellsLife: boolean,
): Answer {
  const role = clients.find((one) => createClientAuthorization(one) === headers.authorization);
  if (!role) return createJsonAnswer(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="tokens"' });
  const token = randomUUID();
  issued.set(`Bearer ${token}`, { role, until: clock.now() + lifetimeSeconds * 1000 });
  const life = tellsLife ? { expires_in: lifetimeSeconds } : {};
  return createJsonAnswer(200, { access_token: token, token_type: 'Bearer', ...life }, { 'cache-control': 'no-store' });
}

const createClientAuthorization = (role: Client): string =>
  `Basic ${Buffer.from(`${role}-client:${getClientSecret(role)}`).toString('base64')}`;

function createEndingTokens(chance: SeededRandom): Circumstances {
  const last = chance.drawInteger(1_000, 2_000);
  let count = 0;
  return {
    around(request, proceed) {
      count += 1;
      const isValid = clients.some(
        (role: Role) => createAuthorization(fixedCredentials[role]) === request.headers.authorization,
      );
      return proceed(isValid && count > last ? replaceCredential(request, fixedCredentials.expired) : request);
    },
  };
}

const replaceCredential = (request: Request, credential: Credential): Request => ({
  ...request,
  headers: { ...request.headers, authorization: createAuthorization(credential) },
});
