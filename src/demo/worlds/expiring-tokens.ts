import { randomUUID } from 'node:crypto';
import { clock } from '../clock.js';
import type { Role } from '../service/access/caller.js';
import { type Credential, carried, demoCredentials } from '../service/access/callers.js';
import { type Answer, json } from '../service/http/answer.js';
import type { Request } from '../service/http/request.js';
import type { Chance } from '../service/seeded-random.js';
import type { Circumstances, World } from './world.js';

/** Seconds of a token's life. */
const lifeSeconds = 2;
const tokenPath = '/oauth/token';
const clients = ['full', 'limited', 'otherTenant'] as const;
type Client = (typeof clients)[number];
const secretOf = (role: Client): string => `demo-secret-of-${role}-9Kd3TwX5`;

/** Worlds in which a credential does not last for the whole run. */
export const tokenWorlds: readonly World[] = [
  {
    name: 'token-expiring',
    says: `Tokens come from a token endpoint and live for ${lifeSeconds} s; older ones answer 401.`,
    needs: ['access-bearer'],
    profile: { auth: { credentials: Object.fromEntries(clients.map((role) => [role, credentialOf(role)])) } },
    open: expiring,
  },
  {
    name: 'token-ending',
    says: 'In mid-run all tokens become invalid, and there are no others.',
    needs: ['access-bearer'],
    isEnding: true,
    open: ending,
  },
];

/** The fixed token of the dialect is no credential here. */
function credentialOf(role: Client): object {
  return {
    token: undefined,
    oauth2: { tokenUrl: tokenPath, clientId: `${role}-client`, clientSecret: secretOf(role) },
  };
}

const fixed = demoCredentials('bearer');
const fieldOf = (credential: Credential): string => carried(credential).headers.authorization ?? '';

function expiring(chance: Chance): Circumstances {
  const issued = new Map<string, { readonly role: Client; readonly until: number }>();
  // Not every token endpoint says how long its tokens live.
  const tellsLife = chance.next() < 0.5;
  return {
    around(request, proceed) {
      if (request.method === 'POST' && request.target === tokenPath) return grant(request, issued, tellsLife);
      const { authorization } = request.headers;
      const known = issued.get(authorization ?? '');
      if (known) {
        const isLive = clock.now() < known.until;
        return proceed(sentWith(request, isLive ? fixed[known.role] : fixed.expired));
      }
      const isFixed = clients.some((role) => fieldOf(fixed[role]) === authorization);
      return proceed(isFixed ? sentWith(request, { token: 'not-of-this-world' }) : request);
    },
  };
}

function grant(
  { headers }: Request,
  issued: Map<string, { readonly role: Client; readonly until: number }>,
  tellsLife: boolean,
): Answer {
  const role = clients.find((one) => clientField(one) === headers.authorization);
  if (!role) return json(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="tokens"' });
  const token = randomUUID();
  issued.set(`Bearer ${token}`, { role, until: clock.now() + lifeSeconds * 1000 });
  const life = tellsLife ? { expires_in: lifeSeconds } : {};
  return json(200, { access_token: token, token_type: 'Bearer', ...life }, { 'cache-control': 'no-store' });
}

const clientField = (role: Client): string =>
  `Basic ${Buffer.from(`${role}-client:${secretOf(role)}`).toString('base64')}`;

function ending(chance: Chance): Circumstances {
  const last = chance.within(1_000, 2_000);
  let count = 0;
  return {
    around(request, proceed) {
      count += 1;
      const isValid = clients.some((role: Role) => fieldOf(fixed[role]) === request.headers.authorization);
      return proceed(isValid && count > last ? sentWith(request, fixed.expired) : request);
    },
  };
}

const sentWith = (request: Request, credential: Credential): Request => ({
  ...request,
  headers: { ...request.headers, authorization: fieldOf(credential) },
});
