import type { Json } from '../../model/json.js';
import { isFieldName, isFieldValue, parseHeader, shortenName } from '../flags/header-line.js';

/** The part of a request that contains a credential. */
export interface CredentialCarrier {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
  /** Text before the value that is not secret, such as the name of a cookie. */
  readonly front?: string;
}

/** The accepted forms of a credential. */
export const credentialForms =
  'expected a text, {token}, {username, password}, {header, value}, {query, value}, {cookie, value}, {oauth2}, {login} or {certificate}';

/** Returns the request part for a fixed credential, or the problem of its declaration. */
export function parseCredential(credential: Json, scheme: string): CredentialCarrier | string {
  const sent = parseCarrier(credential, scheme);
  return typeof sent === 'string' ? sent : (findProblem(sent) ?? sent);
}

function parseCarrier(credential: Json, scheme: string): CredentialCarrier | string {
  if (typeof credential === 'string') return parseText(credential, scheme);
  const { token, username, password, header, query, cookie, value } = credential as Record<string, string>;
  const wanted = [token, username, header, query, cookie].filter((part) => part !== undefined);
  if (wanted.length !== 1) return credentialForms;
  if (token !== undefined) return parseText(token, 'bearer');
  if (username !== undefined)
    return value === undefined ? createBasicCarrier(`${username}:${password ?? ''}`) : credentialForms;
  if (value === undefined || password !== undefined) return credentialForms;
  if (cookie !== undefined) return { in: 'header', name: 'cookie', value, front: `${cookie}=` };
  return header === undefined
    ? { in: 'query', name: query ?? '', value }
    : { in: 'header', name: header.toLowerCase(), value };
}

function parseText(text: string, scheme: string): CredentialCarrier | string {
  if (scheme === 'basic')
    return text.includes(':') ? createBasicCarrier(text) : 'expected user:password for the scheme basic';
  if (scheme === 'apiKey') return { in: 'header', name: 'x-api-key', value: text };
  if (scheme === 'bearer')
    return { in: 'header', name: 'authorization', value: `Bearer ${text.replace(/^Bearer +/i, '')}` };
  const line = parseHeader(text);
  return 'problem' in line ? `expected Name: value for the scheme header: ${line.problem}` : { in: 'header', ...line };
}

const createBasicCarrier = (pair: string): CredentialCarrier => ({
  in: 'header',
  name: 'authorization',
  value: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`,
});

/** Octets of a cookie (RFC 6265 §4.1.1). */
const cookieNamePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+=$/;
const cookieValuePattern = /^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?$/;

function findProblem({ in: place, name, value, front }: CredentialCarrier): string | undefined {
  if (front !== undefined) {
    if (!cookieNamePattern.test(front)) return `${shortenName(front.slice(0, -1))} is not a valid cookie name`;
    return cookieValuePattern.test(value) ? undefined : 'contains characters that cannot be sent in a cookie';
  }
  if (place === 'header' && !isFieldName(name)) return `${shortenName(name)} is not a valid header field name`;
  if (place === 'header' && !isFieldValue(value)) return 'contains characters that cannot be sent in a header field';
  return undefined;
}
