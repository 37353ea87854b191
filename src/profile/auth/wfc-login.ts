import { parseMediaType } from '../../model/field/media-type.js';
import type { Json } from '../../model/json.js';
import type { DeclaredLogin } from './login.js';

/** A header field in the format of the Web Fuzzing Commons. */
interface WfcHeader {
  readonly name: string;
  readonly value: string;
}

/** One user of the file, merged with the template. `null` means not given. */
export interface WfcEntry {
  readonly name?: string;
  readonly fixedHeaders?: readonly WfcHeader[];
  readonly loginEndpointAuth?: WfcLogin;
}

/** A login in the format of the Web Fuzzing Commons: since their version 0.2, and before. */
export interface WfcLogin {
  readonly endpoint?: string;
  readonly externalEndpointURL?: string;
  readonly verb?: string;
  readonly contentType?: string;
  readonly payloadRaw?: string;
  readonly payloadUserPwd?: {
    readonly username?: string;
    readonly password?: string;
    readonly usernameField?: string;
    readonly passwordField?: string;
  };
  readonly headers?: readonly WfcHeader[];
  readonly token?: WfcToken;
  readonly expectCookies?: boolean;
}

interface WfcToken {
  readonly extractFrom?: 'body' | 'header';
  readonly extractSelector?: string;
  readonly sendIn?: 'header' | 'query';
  readonly sendName?: string;
  readonly sendTemplate?: string;
  readonly extractFromField?: string;
  readonly extractFromHeader?: string;
  readonly httpHeaderName?: string;
  readonly headerPrefix?: string;
  readonly headerPostfix?: string;
}

/** Converts the login to our own form, or returns what is missing. */
export function convertLogin(said: WfcLogin, baseUrl: string): DeclaredLogin | string {
  const { endpoint, externalEndpointURL, verb, headers = [], token, expectCookies } = said;
  if (endpoint === undefined && externalEndpointURL === undefined)
    return 'the login has neither endpoint nor externalEndpointURL';
  const payload = convertPayload(said);
  if (typeof payload === 'string') return payload;
  const taken = token === undefined ? undefined : convertToken(token);
  if (typeof taken === 'string') return taken;
  if (taken === undefined && expectCookies !== true) return 'the login has neither token nor expectCookies';
  return {
    method: verb ?? 'POST',
    url: externalEndpointURL ?? resolveAtOrigin(baseUrl, endpoint ?? '/'),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }),
    ...payload,
    ...(taken ?? { cookie: true }),
  };
}

/** Paths are relative to the server, whatever path the base URL has. */
const resolveAtOrigin = (baseUrl: string, endpoint: string): string =>
  URL.canParse(baseUrl) ? new URL(`/${endpoint.replace(/^\/+/, '')}`, baseUrl).href : endpoint;

function convertPayload({ payloadRaw, payloadUserPwd, contentType = 'application/json' }: WfcLogin) {
  if (payloadRaw !== undefined) return { text: payloadRaw, mediaType: contentType };
  if (payloadUserPwd === undefined) return {};
  const { username, password, usernameField, passwordField } = payloadUserPwd;
  if (username === undefined || password === undefined || usernameField === undefined || passwordField === undefined)
    return 'payloadUserPwd needs username, password, usernameField and passwordField';
  const members = { [usernameField]: username, [passwordField]: password };
  return parseMediaType(contentType).isForm
    ? { form: members, mediaType: contentType }
    : { body: members as Json, mediaType: contentType };
}

function convertToken(token: WfcToken): Pick<DeclaredLogin, 'token' | 'tokenHeader' | 'send'> | string {
  const { extractFrom, extractSelector, extractFromField, extractFromHeader } = token;
  const isHeader = extractFrom === 'header' || (extractFrom === undefined && extractFromHeader !== undefined);
  const selector = extractSelector ?? (isHeader ? extractFromHeader : extractFromField);
  if (selector === undefined) return 'the token has no extractSelector';
  const { sendIn = 'header', sendName = token.httpHeaderName ?? 'Authorization', sendTemplate } = token;
  const template = sendTemplate ?? `${token.headerPrefix ?? ''}{token}${token.headerPostfix ?? ''}`;
  return {
    ...(isHeader ? { tokenHeader: selector } : { token: selector.startsWith('/') ? selector : `/${selector}` }),
    send: sendIn === 'query' ? { query: sendName, template } : { header: sendName, template },
  };
}
