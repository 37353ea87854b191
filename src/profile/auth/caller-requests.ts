import { randomBytes } from 'node:crypto';
import type { Calling, Identity, Obtaining, Text } from '../../model/profile/access.js';
import type { Profile } from '../../model/profile/profile.js';
import { Secret } from '../../model/profile/secret.js';
import type { Caller } from '../../model/service/caller.js';

/** Header fields that carry a credential whoever sets them. */
const carriers = /^(authorization|cookie|x-api-key|api-key|apikey|x-auth-token|x-access-token)$/;

/**
 * The callers that can be played: those with credentials, nobody, and somebody whose credentials are made up in the form
 * of the real ones. A credential among the header fields of every request is the full caller's.
 */
export function callersIn({
  headers,
  identities,
}: Pick<Profile, 'headers' | 'identities'>): Pick<Profile, 'callers' | 'hasCredential'> {
  const bare = Object.fromEntries(Object.entries(headers).filter(([name]) => !carriers.test(name)));
  const told = Object.fromEntries(Object.entries(headers).filter(([name]) => carriers.test(name)));
  const hasCredential = Object.keys(told).length > 0;
  const full: Identity | undefined =
    identities.full ?? (hasCredential ? { name: 'full', headers: told, query: {} } : undefined);
  const known = Object.entries({ ...identities, ...(full && { full }) }).map(
    ([name, { name: _, headers: own, ...rest }]): [string, Calling] => [
      name,
      { headers: together(name === 'full' ? headers : bare, own), ...rest },
    ],
  );
  const callers: Partial<Record<Caller, Calling>> = {
    ...Object.fromEntries(known),
    none: { headers: bare, query: {} },
    ...(full && { invalid: madeUp(full, bare) }),
  };
  return { callers, hasCredential };
}

/** A caller's own fields stand in place of those of every request, except cookies, which stand beside them. */
function together(shared: Calling['headers'], own: Calling['headers']): Calling['headers'] {
  const { cookie } = shared;
  if (cookie === undefined || own.cookie === undefined || own.cookie === cookie) return { ...shared, ...own };
  const both = new Secret('COOKIE', `${revealed(cookie)}; ${revealed(own.cookie)}`);
  return { ...shared, ...own, cookie: both };
}

/** Credentials of the same form that nobody was given. A certificate cannot be made up: who has none shows none. */
const madeUp = ({ headers, query, obtain }: Identity, bare: Calling['headers']): Calling => {
  const made = { headers: forged(headers), query: forged(query) };
  const sent = obtain ? sentInstead(obtain) : undefined;
  return { headers: { ...bare, ...made.headers, ...sent?.headers }, query: { ...made.query, ...sent?.query } };
};

/** Stands where a credential that is obtained would stand. */
function sentInstead({ send, take }: Obtaining): Calling {
  const word =
    take.in === 'cookie' && send.template === '{token}' ? `${take.name ?? 'session'}=${madeUpWord()}` : madeUpWord();
  const field = { [send.name]: send.template.replaceAll('{token}', word) };
  return send.in === 'query' ? { headers: {}, query: field } : { headers: field, query: {} };
}

const forged = (fields: Readonly<Record<string, Text>>): Record<string, Text> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, forgery(name, revealed(text))]));

function forgery(name: string, real: string): string {
  if (name === 'cookie') return real.replace(/=([^;]*)/g, (_, value: string) => `=${wordLike(value)}`);
  const [, scheme, value = ''] = /^([A-Za-z]+) +(.*)$/.exec(real) ?? [];
  if (scheme === undefined) return wordLike(real);
  if (!/^basic$/i.test(scheme)) return `${scheme} ${wordLike(value)}`;
  const word = madeUpWord();
  return `${scheme} ${Buffer.from(`nobody-${word}:${word}`).toString('base64')}`;
}

/** A JSON Web Token (RFC 7519) keeps its header and its claims, so that only who looks at the signature tells it from a real one. */
function wordLike(real: string): string {
  const [, signed, signature] = /^(eyJ[\w-]+\.[\w-]+)\.([\w-]+)$/.exec(real) ?? [];
  if (signed === undefined || signature === undefined) return madeUpWord();
  const octets = Math.max(1, Math.floor((signature.length * 3) / 4));
  return `${signed}.${randomBytes(octets).toString('base64url')}`;
}

const madeUpWord = (): string => randomBytes(12).toString('hex');

const revealed = (text: Text): string => (typeof text === 'string' ? text : text.reveal());
