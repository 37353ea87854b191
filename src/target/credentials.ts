import { isObject, type Json, type JsonObject, pointerOf } from '../rule/index.js';
import { isFieldName, isFieldValue, parseHeader, sendable } from './header-flag.js';
import type { Interpolated } from './interpolate.js';
import type { Problem } from './problem.js';
import type { Identity } from './profile.js';
import { Secret } from './secret.js';
import type { Source } from './source.js';
import { concealed, type Sendable } from './texts.js';

/** An identity with its secrets, or what is wrong with the credential. */
export type Known =
  | { readonly identity: Identity; readonly secrets: readonly Secret[] }
  | { readonly problem: Problem };

/** Where a text of the file came from: enough to name it and to complain about it. */
export interface Origin {
  readonly source: Source;
  readonly interpolated: Interpolated;
}

/** Turns `auth.credentials.<role>` into what is sent. */
export function identify(role: string, credential: Json, scheme: string, origin: Origin): Known {
  const tokens = ['auth', 'credentials', role];
  const sent = carriersOf(credential, scheme);
  if (typeof sent === 'string') return { problem: origin.source.problem(tokens, sent) };
  const trouble = troubleOf(sent);
  if (trouble) return { problem: origin.source.problem(tokens, trouble) };
  const { text, secrets } = hide(tokens, credential, sent.value, origin.interpolated);
  const field = { [sent.name]: text };
  return {
    identity: { name: role, headers: sent.in === 'header' ? field : {}, query: sent.in === 'query' ? field : {} },
    secrets,
  };
}

/** The value of a header field of the file: hidden when a variable took part or its name is telling. */
export function headerText(name: string, value: string, { taken }: Interpolated): Sendable {
  const variables = taken.get(pointerOf(['headers', name]));
  if (!variables) return sendable(name, value);
  return concealed(variables.names.join('+'), value, variablesOf(variables));
}

interface Carrier {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
}

function carriersOf(credential: Json, scheme: string): Carrier | string {
  if (typeof credential === 'string') return fromText(credential, scheme);
  const { token, username, password, header, query, value } = credential as Record<string, string>;
  const wanted = [token, username, header, query].filter((part) => part !== undefined);
  if (wanted.length !== 1) return shapes;
  if (token !== undefined) return fromText(token, 'bearer');
  if (username !== undefined) return value === undefined ? basic(`${username}:${password ?? ''}`) : shapes;
  if (value === undefined || password !== undefined) return shapes;
  return header === undefined
    ? { in: 'query', name: query ?? '', value }
    : { in: 'header', name: header.toLowerCase(), value };
}

const shapes = 'expected a text, {token}, {username, password}, {header, value} or {query, value}';

function fromText(text: string, scheme: string): Carrier | string {
  if (scheme === 'basic') return text.includes(':') ? basic(text) : 'expected user:password for the scheme basic';
  if (scheme === 'apiKey') return { in: 'header', name: 'x-api-key', value: text };
  if (scheme === 'bearer')
    return { in: 'header', name: 'authorization', value: `Bearer ${text.replace(/^Bearer +/i, '')}` };
  const line = parseHeader(text);
  return 'trouble' in line ? `expected Name: value for the scheme header: ${line.trouble}` : { in: 'header', ...line };
}

const basic = (pair: string): Carrier => ({
  in: 'header',
  name: 'authorization',
  value: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`,
});

function troubleOf({ in: place, name, value }: Carrier): string | undefined {
  if (place === 'header' && !isFieldName(name)) return `"${name}" is no name of a header field`;
  if (place === 'header' && !isFieldValue(value)) return 'holds characters that cannot be sent in a header field';
  return undefined;
}

function hide(tokens: readonly string[], credential: Json, value: string, { taken }: Interpolated): Sendable {
  const variables = [...taken].filter(([pointer]) => isWithin(pointer, pointerOf(tokens))).map(([, part]) => part);
  const names = variables.flatMap((part) => part.names);
  const name = names.length > 0 ? names.join('+') : tokens.join('.');
  const literals = secretLiterals(credential).map((literal) => new Secret(name, literal));
  return concealed(name, value, [...variables.flatMap(variablesOf), ...literals]);
}

const isWithin = (pointer: string, parent: string): boolean => pointer === parent || pointer.startsWith(`${parent}/`);

const variablesOf = ({ names, values }: { names: readonly string[]; values: readonly string[] }): Secret[] =>
  names.map((name, index) => new Secret(name, values[index] ?? ''));

/** User names and names of fields are no secrets; blotting them out would make a report unreadable. */
function secretLiterals(credential: Json): string[] {
  if (typeof credential === 'string') return [credential];
  const { username, password, token, value } = (isObject(credential) ? credential : {}) as JsonObject;
  const user = password === undefined || password === '' ? [username] : [];
  return [password, token, value, ...user].filter((text): text is string => typeof text === 'string');
}
