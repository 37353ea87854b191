import type { Json } from '../../model/json.js';
import { isFieldName, isFieldValue, parseHeader, shownName } from '../flags/header-line.js';

/** Where in a request a given credential stands. */
export interface Carrier {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
  /** What stands before the value and is no secret, such as the name of a cookie. */
  readonly front?: string;
}

/** The forms in which a credential may be said. */
export const shapes =
  'expected a text, {token}, {username, password}, {header, value}, {query, value}, {cookie, value}, {oauth2}, {login} or {certificate}';

/** What carries a credential that is given, or what is wrong with it. */
export function carrierIn(credential: Json, scheme: string): Carrier | string {
  const sent = formIn(credential, scheme);
  return typeof sent === 'string' ? sent : (troubleOf(sent) ?? sent);
}

function formIn(credential: Json, scheme: string): Carrier | string {
  if (typeof credential === 'string') return fromText(credential, scheme);
  const { token, username, password, header, query, cookie, value } = credential as Record<string, string>;
  const wanted = [token, username, header, query, cookie].filter((part) => part !== undefined);
  if (wanted.length !== 1) return shapes;
  if (token !== undefined) return fromText(token, 'bearer');
  if (username !== undefined) return value === undefined ? basic(`${username}:${password ?? ''}`) : shapes;
  if (value === undefined || password !== undefined) return shapes;
  if (cookie !== undefined) return { in: 'header', name: 'cookie', value, front: `${cookie}=` };
  return header === undefined
    ? { in: 'query', name: query ?? '', value }
    : { in: 'header', name: header.toLowerCase(), value };
}

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

/** Octets of a cookie (RFC 6265 §4.1.1). */
const cookieName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+=$/;
const cookieValue = /^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?$/;

function troubleOf({ in: place, name, value, front }: Carrier): string | undefined {
  if (front !== undefined) {
    if (!cookieName.test(front)) return `${shownName(front.slice(0, -1))} is no name of a cookie`;
    return cookieValue.test(value) ? undefined : 'holds characters that cannot be sent in a cookie';
  }
  if (place === 'header' && !isFieldName(name)) return `${shownName(name)} is no name of a header field`;
  if (place === 'header' && !isFieldValue(value)) return 'holds characters that cannot be sent in a header field';
  return undefined;
}
