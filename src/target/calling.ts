import { randomBytes } from 'node:crypto';
import type { Caller } from '../rule/index.js';
import type { Calling, Identity, Profile, Text } from './profile.js';

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
    ([name, { headers: own, query }]): [string, Calling] => [
      name,
      { headers: { ...(name === 'full' ? headers : bare), ...own }, query },
    ],
  );
  const madeUp = full && { headers: { ...bare, ...forged(full.headers) }, query: forged(full.query) };
  const callers: Partial<Record<Caller, Calling>> = {
    ...Object.fromEntries(known),
    none: { headers: bare, query: {} },
    ...(madeUp && { invalid: madeUp }),
  };
  return { callers, hasCredential };
}

/** Credentials of the same form that nobody was given. */
const forged = (fields: Readonly<Record<string, Text>>): Record<string, Text> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, forgery(name, revealed(text))]));

function forgery(name: string, real: string): string {
  const word = randomBytes(12).toString('hex');
  if (name === 'cookie') return real.replace(/=[^;]*/g, `=${word}`);
  const scheme = /^(Basic|[A-Za-z]+) +/.exec(real)?.[1];
  if (scheme === undefined) return word;
  return `${scheme} ${/^basic$/i.test(scheme) ? Buffer.from(`nobody-${word}:${word}`).toString('base64') : word}`;
}

const revealed = (text: Text): string => (typeof text === 'string' ? text : text.reveal());
