import type { CredentialSource } from '../../model/access.js';
import type { Json } from '../../model/json.js';
import { Secret } from '../../model/secret.js';
import { isFieldName, isFieldValue, shortenName, toSendable } from '../flags/header-line.js';
import { listSecretTexts } from '../secrets/literal-secrets.js';
import { isAddress } from './oauth2.js';

/** `auth.credentials.<role>.login` as the schema defines it. */
export interface DeclaredLogin {
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

/** How a credential is obtained with a login request, or the problem of its declaration. */
export function createLoginSource(name: string, said: DeclaredLogin): CredentialSource | string {
  const trouble = findProblem(said);
  if (trouble !== undefined) return trouble;
  return { name, request: createTokenRequest(name, said), take: chooseExtraction(said), send: choosePlacement(said) };
}

export const listLoginSecrets = ({ body = null, form = {}, text = '', headers = {} }: DeclaredLogin): string[] => [
  ...listSecretTexts(body),
  ...listSecretTexts(form),
  ...listSecretTexts(parseMembers(text)),
  ...Object.entries(headers).flatMap(([name, value]) =>
    toSendable(name, value).secrets.map((secret) => secret.reveal()),
  ),
];

/** Splits a body given as text if it is JSON or a form. */
function parseMembers(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

const countDefined = (...parts: readonly unknown[]): number => parts.filter((part) => part !== undefined).length;

function findProblem(said: DeclaredLogin) {
  const { path, url, headers = {}, body, form, text, token, tokenHeader, cookie, send = {} } = said;
  if (countDefined(path, url) !== 1) return 'expected one of path and url';
  if (url !== undefined && !isAddress(url)) return 'url is not an http(s) URL';
  if (countDefined(body, form, text) > 1) return 'expected only one of body, form and text';
  if (countDefined(token, tokenHeader, cookie) !== 1) return 'expected one of token, tokenHeader and cookie';
  if (countDefined(send.header, send.query, send.cookie) > 1)
    return 'expected only one of header, query and cookie in send';
  const wrong = Object.entries(headers).find(([field, value]) => !isFieldName(field) || !isFieldValue(value));
  if (wrong) return `the header field ${shortenName(wrong[0])} cannot be sent`;
  const field = send.header;
  return field === undefined || isFieldName(field)
    ? undefined
    : `${shortenName(field)} is not a valid header field name`;
}

function createTokenRequest(name: string, { method = 'POST', path, url, headers = {}, ...said }: DeclaredLogin) {
  const { mediaType, content } = createContent(said);
  const fields = Object.entries(headers).map(([field, value]) => [field.toLowerCase(), toSendable(field, value).text]);
  return {
    method,
    url: url ?? path ?? '/',
    headers: { ...(mediaType !== undefined && { 'content-type': mediaType }), ...Object.fromEntries(fields) },
    ...(content !== undefined && { content: new Secret(name, content) }),
  };
}

function createContent({ body, form, text, mediaType }: DeclaredLogin): { mediaType?: string; content?: string } {
  if (form !== undefined)
    return { mediaType: mediaType ?? 'application/x-www-form-urlencoded', content: `${new URLSearchParams(form)}` };
  if (text !== undefined) return { mediaType: mediaType ?? 'application/json', content: text };
  return body === undefined ? {} : { mediaType: mediaType ?? 'application/json', content: JSON.stringify(body) };
}

function chooseExtraction({ token, tokenHeader, cookie }: DeclaredLogin): CredentialSource['take'] {
  if (token !== undefined) return { in: 'body', pointer: token };
  if (tokenHeader !== undefined) return { in: 'header', name: tokenHeader };
  return { in: 'cookie', ...(typeof cookie === 'string' && { name: cookie }) };
}

/** Cookies are sent back as received; any other credential is a bearer token by default. */
function choosePlacement({ cookie: taken, send }: DeclaredLogin): CredentialSource['send'] {
  const { header, query, cookie, prefix, template } = send ?? {};
  if (query !== undefined) return { in: 'query', name: query, template: template ?? `${prefix ?? ''}{token}` };
  if (cookie !== undefined) return { in: 'header', name: 'cookie', template: `${cookie}={token}` };
  if (taken !== undefined && header === undefined) return { in: 'header', name: 'cookie', template: '{token}' };
  const name = (header ?? 'authorization').toLowerCase();
  const usual = name === 'authorization' ? 'Bearer ' : '';
  return { in: 'header', name, template: template ?? `${prefix ?? usual}{token}` };
}
