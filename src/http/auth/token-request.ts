import type { CredentialSource } from '../../model/access.js';
import type { HeaderFields, HttpResponse } from '../../model/exchange.js';
import { getAtPointer, getMember, type Json } from '../../model/json.js';

export interface Grant {
  readonly token: string;
  readonly lifetimeMs?: number;
  readonly refreshToken?: string;
  /** All values of the response that must be redacted. */
  readonly secrets: readonly string[];
}

/** Reads the credential in the response to a token request, or returns why there is none. */
export function readGrant({ take, refresh }: CredentialSource, answer: HttpResponse): Grant | string {
  if (answer.status >= 400 || (take.in === 'body' && answer.status >= 300)) return describeRefusal(answer);
  if (take.in === 'header') return readHeaderGrant(answer.headers, take.name);
  if (take.in === 'cookie') return readCookieGrant(answer.headers, take.name);
  if (answer.json === undefined) return `returned ${answer.status} without JSON`;
  const token = getTextAtPointer(answer.json, take.pointer);
  if (token === undefined) return `returned ${answer.status} without a text at ${take.pointer}`;
  return refresh === undefined ? { token, secrets: [token] } : readTokenGrant(answer.json, token);
}

/** The cookies that a response sets and does not delete at once, as `name=value`. */
const readCookies = (headers: HeaderFields): string[] =>
  [headers['set-cookie'] ?? []]
    .flat()
    .filter((line) => !/;\s*max-age=0\s*(;|$)/i.test(line))
    .map((line) => line.split(';', 1)[0]?.trim() ?? '')
    .filter((pair) => /^[^=]+=./.test(pair));

function readCookieGrant(headers: HeaderFields, name: string | undefined): Grant | string {
  const cookies = readCookies(headers).filter((pair) => name === undefined || pair.startsWith(`${name}=`));
  if (cookies.length === 0) return `set no cookie${name === undefined ? '' : ` ${name}`}`;
  const token = cookies.join('; ');
  return { token, secrets: [token, ...cookies.map((pair) => pair.slice(pair.indexOf('=') + 1))] };
}

function readHeaderGrant(headers: HeaderFields, name: string): Grant | string {
  const token = [getMember(headers, name.toLowerCase()) ?? []].flat()[0];
  return token ? { token, secrets: [token] } : `returned no header field ${name}`;
}

function readTokenGrant(json: HttpResponse['json'], token: string): Grant | string {
  const type = getTextAtPointer(json, '/token_type') ?? 'Bearer';
  if (!/^bearer$/i.test(type)) return `grants a token of the type ${cleanText(type)}; only Bearer can be sent`;
  const seconds = Number(getTextAtPointer(json, '/expires_in') ?? Number.NaN);
  const refreshToken = getTextAtPointer(json, '/refresh_token');
  const idToken = getTextAtPointer(json, '/id_token');
  return {
    token,
    ...(seconds > 0 && { lifetimeMs: seconds * 1000 }),
    ...(refreshToken !== undefined && { refreshToken }),
    secrets: [token, refreshToken, idToken].filter((text) => text !== undefined),
  };
}

/** Hints for the error codes of RFC 6749 §5.2. */
const oauthErrorHints: Readonly<Record<string, string>> = {
  invalid_client: 'check clientId, clientSecret, and whether authentication must be basic or body',
  invalid_grant: 'check username and password',
  unauthorized_client: 'this client is not allowed to use this grant type',
  unsupported_grant_type: 'the token endpoint does not support this grant type',
  invalid_scope: 'check scope',
  invalid_request: 'a parameter is missing; add it under extra',
};

function describeRefusal({ status, json }: HttpResponse): string {
  const error = getTextAtPointer(json, '/error');
  const words =
    getTextAtPointer(json, '/error_description') ??
    getTextAtPointer(json, '/message') ??
    getTextAtPointer(json, '/detail');
  const hint = error === undefined ? undefined : getMember(oauthErrorHints, error);
  return [
    `returned ${status}`,
    error !== undefined && ` ${cleanText(error)}`,
    words !== undefined && ` (${cleanText(words)})`,
    hint && `; ${hint}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Cleans a text of the service for use in a message. */
const cleanText = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 200);

function getTextAtPointer(json: HttpResponse['json'], pointer: string): string | undefined {
  const here = getAtPointer(json as Json, pointer);
  if (typeof here === 'number') return String(here);
  return typeof here === 'string' && here !== '' ? here : undefined;
}
