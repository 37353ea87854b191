import { randomBytes, randomInt } from 'node:crypto';
import type { CallerCredentials, CallerIdentity, CredentialSource } from '../../model/access.js';
import type { Profile } from '../../model/profile/profile.js';
import { type MaybeSecret, revealText, Secret } from '../../model/secret.js';
import type { Caller } from '../../model/service/caller.js';
import { createSecretText, type SendableText, tokenSchemes } from '../secrets/secret-text.js';

/** How many characters at the end of a token are replaced, and how many of them must be letters or digits: others stay. */
const replaced = 4;

const minReplaced = 3;

/** A shorter part has too few characters for others to be unknown. */
const minLength = 8;

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const tokenPattern = new RegExp(`^((?:${tokenSchemes}) +)?(\\S+)$`, 'i');

/** Header fields that always carry a credential. */
const credentialFields = /^(authorization|cookie|x-api-key|api-key|apikey|x-auth-token|x-access-token)$/;

/**
 * Lists the callers that rules can use: those with credentials, a caller without credentials, one with invented
 * credentials of the same form, and one with a token that has another end, where no wrong password is declared. A credential
 * among the header fields of every request belongs to the full caller. Returns the secrets of all of them.
 */
export function createCallers(
  profile: Pick<Profile, 'headers' | 'identities' | 'secrets'>,
): Pick<Profile, 'callers' | 'hasCredential' | 'secrets'> {
  const { headers, identities, secrets } = profile;
  const bare = Object.fromEntries(Object.entries(headers).filter(([name]) => !credentialFields.test(name)));
  const credentials = Object.fromEntries(Object.entries(headers).filter(([name]) => credentialFields.test(name)));
  const hasCredential = Object.keys(credentials).length > 0;
  const full: CallerIdentity | undefined =
    identities.full ?? (hasCredential ? { name: 'full', headers: credentials, query: {} } : undefined);
  const known = Object.entries({ ...identities, ...(full && { full }) }).map(
    ([name, { name: _, headers: own, ...rest }]): [string, CallerCredentials] => [
      name,
      { headers: mergeHeaders(name === 'full' ? headers : bare, own), ...rest },
    ],
  );
  const altered = full && identities.wrongPassword === undefined ? alterCaller(full) : undefined;
  const callers: Partial<Record<Caller, CallerCredentials>> = {
    ...Object.fromEntries(known),
    ...(altered && { wrongPassword: { headers: { ...bare, ...altered.headers }, query: altered.query } }),
    none: { headers: bare, query: {} },
    ...(full && { invalid: forgeCaller(full, bare) }),
  };
  return { callers, hasCredential, secrets: [...secrets, ...(altered?.secrets ?? [])] };
}

/** A caller with tokens that have another end; undefined where one of its fields cannot be altered. */
function alterCaller({ headers, query, obtain, certificate }: CallerIdentity) {
  if (obtain !== undefined || certificate !== undefined) return undefined;
  const alter = ([name, text]: [string, MaybeSecret]): [string, SendableText][] => {
    const value = alterToken(name, revealText(text));
    const known = typeof text === 'string' ? name : text.name;
    return value === undefined ? [] : [[name, createSecretText(`${known}-altered`, value)]];
  };
  const [own, asked] = [Object.entries(headers), Object.entries(query)];
  const [fields, parameters] = [own.flatMap(alter), asked.flatMap(alter)];
  const count = fields.length + parameters.length;
  if (count === 0 || count < own.length + asked.length) return undefined;
  const pick = (some: typeof fields) => Object.fromEntries(some.map(([name, { text }]) => [name, text]));
  return {
    headers: pick(fields),
    query: pick(parameters),
    secrets: [...fields, ...parameters].flatMap(([, { secrets }]) => secrets),
  };
}

/** A caller's own fields replace those of every request, except cookies, which are added. */
function mergeHeaders(shared: CallerCredentials['headers'], own: CallerCredentials['headers']) {
  const { cookie } = shared;
  if (cookie === undefined || own.cookie === undefined || own.cookie === cookie) return { ...shared, ...own };
  const both = new Secret('COOKIE', `${revealText(cookie)}; ${revealText(own.cookie)}`);
  return { ...shared, ...own, cookie: both };
}

/** Invents credentials of the same form. A certificate cannot be invented, so that caller presents none. */
const forgeCaller = ({ headers, query, obtain }: CallerIdentity, bare: CallerCredentials['headers']) => {
  const made = { headers: forgeFields(headers), query: forgeFields(query) };
  const sent = obtain ? forgeObtained(obtain) : undefined;
  return { headers: { ...bare, ...made.headers, ...sent?.headers }, query: { ...made.query, ...sent?.query } };
};

/** Placeholder for a credential that is obtained during the run. */
function forgeObtained({ send, take }: CredentialSource): CallerCredentials {
  const word =
    take.in === 'cookie' && send.template === '{token}'
      ? `${take.name ?? 'session'}=${createRandomWord()}`
      : createRandomWord();
  const field = { [send.name]: send.template.replaceAll('{token}', word) };
  return send.in === 'query' ? { headers: {}, query: field } : { headers: field, query: {} };
}

const forgeFields = (fields: Readonly<Record<string, MaybeSecret>>): Record<string, MaybeSecret> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, forgeValue(name, revealText(text))]));

function forgeValue(name: string, real: string): string {
  if (name === 'cookie') return real.replace(/=([^;]*)/g, (_, value: string) => `=${forgeWord(value)}`);
  const [, scheme, value = ''] = /^([A-Za-z]+) +(.*)$/.exec(real) ?? [];
  if (scheme === undefined) return forgeWord(real);
  if (!/^basic$/i.test(scheme)) return `${scheme} ${forgeWord(value)}`;
  const word = createRandomWord();
  return `${scheme} ${Buffer.from(`nobody-${word}:${word}`).toString('base64')}`;
}

/** A JSON Web Token (RFC 7519) keeps its header and claims, so that only a check of the signature detects the invented one. */
function forgeWord(real: string): string {
  const [, signed, signature] = /^(eyJ[\w-]+\.[\w-]+)\.([\w-]+)$/.exec(real) ?? [];
  if (signed === undefined || signature === undefined) return createRandomWord();
  const octets = Math.max(1, Math.floor((signature.length * 3) / 4));
  return `${signed}.${randomBytes(octets).toString('base64url')}`;
}

const createRandomWord = (): string => randomBytes(12).toString('hex');

/**
 * A token with another end, so that it names the same caller where it begins with a name (`alice.secret`): a service that compares the
 * whole token does not know it. Undefined for passwords, after several of which services lock a user; for cookies; for JSON Web Tokens,
 * whose invented ones have the claims of the real one already; and where the token is too short, or ends with
 * punctuation.
 */
export function alterToken(field: string, real: string): string | undefined {
  const [, scheme = '', token = ''] = tokenPattern.exec(real) ?? [];
  if (field === 'cookie' || (field === 'authorization' && scheme === '') || /^eyJ[\w-]+\./.test(token))
    return undefined;
  const secret = token.slice(Math.max(token.lastIndexOf('.'), token.lastIndexOf(':')) + 1).replace(/=+$/, '');
  if (secret.length < minLength) return undefined;
  const end = token.lastIndexOf(secret) + secret.length;
  const known = token.slice(end - replaced, end);
  if (known.replace(/[^a-z\d]/gi, '').length < minReplaced) return undefined;
  const altered = [...known].map(replaceCharacter).join('');
  return `${scheme}${token.slice(0, end - replaced)}${altered}${token.slice(end)}`;
}

/** Another character of the same kind; punctuation stays. */
function replaceCharacter(real: string): string {
  const alphabet = alphabets.find((one) => one.includes(real));
  if (alphabet === undefined) return real;
  return alphabet[(alphabet.indexOf(real) + randomInt(1, alphabet.length)) % alphabet.length] ?? real;
}
