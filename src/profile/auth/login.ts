import type { Json } from '../../model/json.js';
import type { Obtaining, TokenRequest } from '../../model/profile/access.js';
import { Secret } from '../../model/profile/secret.js';
import { isFieldName, isFieldValue, sendable, shownName } from '../flags/header-line.js';
import { secretTexts } from '../secrets/literal-secrets.js';
import { isAddress } from './oauth2.js';

/** `auth.credentials.<role>.login` as the schema has it. */
export interface SaidLogin {
  readonly method?: string;
  readonly path?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly form?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly mediaType?: string;
  readonly token?: string;
  readonly tokenHeader?: string;
  /** A name, or true for every cookie that is set. */
  readonly cookie?: string | true;
  readonly send?: {
    readonly header?: string;
    readonly query?: string;
    readonly cookie?: string;
    readonly prefix?: string;
    /** The whole value with `{token}` in it. */
    readonly template?: string;
  };
}

/** How a credential is obtained with a login request, or what is wrong with what was said. */
export function byLogin(name: string, said: SaidLogin): Obtaining | string {
  const trouble = troubleIn(said);
  if (trouble !== undefined) return trouble;
  return { name, request: requestIn(name, said), take: takeIn(said), send: sendIn(said) };
}

/** What of it must not be shown. */
export const secretsInLogin = ({ body = null, form = {}, text = '', headers = {} }: SaidLogin): string[] => [
  ...secretTexts(body),
  ...secretTexts(form),
  ...secretTexts(membersIn(text)),
  ...Object.entries(headers).flatMap(([name, value]) => sendable(name, value).secrets.map((secret) => secret.reveal())),
];

/** Content that was written by hand, taken apart if it is JSON or a form. */
function membersIn(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

const countOf = (...parts: readonly unknown[]): number => parts.filter((part) => part !== undefined).length;

function troubleIn({ path, url, headers = {}, body, form, text, token, tokenHeader, cookie, send = {} }: SaidLogin) {
  if (countOf(path, url) !== 1) return 'expected one of path and url';
  if (url !== undefined && !isAddress(url)) return 'url is no http(s) URL';
  if (countOf(body, form, text) > 1) return 'expected only one of body, form and text';
  if (countOf(token, tokenHeader, cookie) !== 1) return 'expected one of token, tokenHeader and cookie';
  if (countOf(send.header, send.query, send.cookie) > 1) return 'expected only one of header, query and cookie in send';
  const wrong = Object.entries(headers).find(([field, value]) => !isFieldName(field) || !isFieldValue(value));
  if (wrong) return `the header field ${shownName(wrong[0])} cannot be sent`;
  const field = send.header;
  return field === undefined || isFieldName(field) ? undefined : `${shownName(field)} is no name of a header field`;
}

function requestIn(name: string, { method = 'POST', path, url, headers = {}, ...said }: SaidLogin): TokenRequest {
  const { mediaType, content } = contentIn(said);
  const fields = Object.entries(headers).map(([field, value]) => [field.toLowerCase(), sendable(field, value).text]);
  return {
    method,
    url: url ?? path ?? '/',
    headers: { ...(mediaType !== undefined && { 'content-type': mediaType }), ...Object.fromEntries(fields) },
    ...(content !== undefined && { content: new Secret(name, content) }),
  };
}

function contentIn({ body, form, text, mediaType }: SaidLogin): { mediaType?: string; content?: string } {
  if (form !== undefined)
    return { mediaType: mediaType ?? 'application/x-www-form-urlencoded', content: `${new URLSearchParams(form)}` };
  if (text !== undefined) return { mediaType: mediaType ?? 'application/json', content: text };
  return body === undefined ? {} : { mediaType: mediaType ?? 'application/json', content: JSON.stringify(body) };
}

function takeIn({ token, tokenHeader, cookie }: SaidLogin): Obtaining['take'] {
  if (token !== undefined) return { in: 'body', pointer: token };
  if (tokenHeader !== undefined) return { in: 'header', name: tokenHeader };
  return { in: 'cookie', ...(typeof cookie === 'string' && { name: cookie }) };
}

/** Cookies go back as they came; anything else is a bearer token unless somebody says otherwise. */
function sendIn({ cookie: taken, send }: SaidLogin): Obtaining['send'] {
  const { header, query, cookie, prefix, template } = send ?? {};
  if (query !== undefined) return { in: 'query', name: query, template: template ?? `${prefix ?? ''}{token}` };
  if (cookie !== undefined) return { in: 'header', name: 'cookie', template: `${cookie}={token}` };
  if (taken !== undefined && header === undefined) return { in: 'header', name: 'cookie', template: '{token}' };
  const name = (header ?? 'authorization').toLowerCase();
  const usual = name === 'authorization' ? 'Bearer ' : '';
  return { in: 'header', name, template: template ?? `${prefix ?? usual}{token}` };
}
