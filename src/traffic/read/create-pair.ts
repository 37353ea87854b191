import { createHash } from 'node:crypto';
import { isSensitiveName } from '../../http/redact/sensitive-names.js';
import type { HttpResponse } from '../../model/exchange.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { isObject, type Json, parseJson } from '../../model/json.js';
import type { RecordedMessagePair } from '../../model/traffic-exchange.js';

/** A message as it was recorded. */
export interface Message {
  /** Lines of header fields by their lower-case name; none where they were not recorded. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Undefined where it was not recorded as a whole. */
  readonly content: string | undefined;
}

export interface Messages extends Pick<RecordedMessagePair, 'method' | 'url' | 'startedAt' | 'endedAt'> {
  readonly silence?: string | undefined;
  readonly request: Message;
  readonly response?: Message & { readonly status: number; readonly mediaType?: string };
}

/** Creates an exchange of what was recorded. `isSanitized` says that credentials may have been removed. */
export function createPair(
  { method, url, startedAt, endedAt, silence, request, response }: Messages,
  { place, isSanitized }: { readonly place: string; readonly isSanitized: boolean },
): RecordedMessagePair {
  const { fields, caller } = readRequestFields(request.fields, url, isSanitized);
  const answer = response && createResponse(response);
  // A browser adds conditions and ranges that its recording may lack.
  const isConditional = Object.keys(fields).some((name) => /^(if-|range$)/.test(name));
  const lacksCondition = (response?.status === 304 || response?.status === 206) && !isConditional;
  const hasResponseFields = response === undefined || Object.keys(response.fields).length > 0;
  const secrets = [...listSecrets(request.fields), ...listSecrets(response?.fields ?? {}), ...listQuerySecrets(url)];
  const pair = {
    ...{ method, url, startedAt, endedAt, silence, fields, caller, place, secrets, answer: answer?.answer },
    content: request.content === '' ? undefined : request.content,
    hasFields: hasResponseFields && Object.keys(request.fields).length > 0 && !lacksCondition,
    hasContent: request.content !== undefined,
    hasText: answer?.isWhole ?? true,
  };
  const unjudged = findUnjudged(pair);
  return unjudged === undefined ? pair : { ...pair, unjudged };
}

function readRequestFields(lines: Message['fields'], url: string, isSanitized: boolean) {
  const fields: Record<string, string> = {};
  const secrets = [...new URL(url).searchParams]
    .filter(([name]) => isSensitiveName(name))
    .map((pair) => pair.join('='));
  const isLogged = lines.authorization !== undefined;
  let isHidden = false;
  for (const [name, values] of Object.entries(lines)) {
    const value = values.join(name === 'cookie' ? '; ' : ', ');
    if (!isSensitiveName(name)) fields[name] = value;
    else if (/\[redacted\]/.test(value)) isHidden = true;
    // Cookies change from request to request, and say nothing beside other credentials.
    else if (name !== 'cookie' || !isLogged) secrets.push(`${name}: ${value}`);
  }
  const isUnknown = isHidden || (secrets.length === 0 && isSanitized) || Object.keys(lines).length === 0;
  const digest = () => createHash('sha256').update(secrets.sort().join('\n')).digest('hex').slice(0, 12);
  return { fields, caller: isUnknown ? undefined : secrets.length === 0 ? 'anonymous' : digest() };
}

/** A shorter value may be part of any text. */
const minSecretLength = 6;

/** The values of header fields that carry credentials, without the scheme or the name of the cookie. */
const listSecrets = (fields: Message['fields']): string[] =>
  Object.entries(fields)
    .filter(([name]) => isSensitiveName(name))
    .flatMap(([name, values]) =>
      values.flatMap((value) => (/cookie/.test(name) ? readCookies(value) : value.replace(/^\w+ +/, ''))),
    )
    .filter((value) => value.length >= minSecretLength && !value.includes('[redacted]') && !value.includes('${'));

const readCookies = (value: string): string[] =>
  value.split(';').flatMap((pair) => {
    const [name = '', text = ''] = pair.trim().split(/=(.*)/s);
    return /^(path|domain|expires|max-age|samesite)$/i.test(name) ? [] : [text];
  });

const listQuerySecrets = (url: string): string[] =>
  [...new URL(url).searchParams].flatMap(([name, value]) =>
    isSensitiveName(name) && value.length >= minSecretLength ? [value] : [],
  );

function createResponse({ status, fields, content, mediaType }: NonNullable<Messages['response']>) {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, values] of Object.entries(fields)) headers[name] = values.length === 1 ? (values[0] ?? '') : values;
  if (headers['content-type'] === undefined && mediaType) headers['content-type'] = mediaType;
  const text = content?.replace(/^\ufeff/, '') ?? '';
  const isJson = parseMediaType(String(headers['content-type'] ?? '')).isJson || /^\s*[[{]/.test(text);
  const isCoded = headers['content-encoding'] !== undefined;
  // Contents are recorded decoded; one that cannot be read may still be coded.
  const isWhole = content !== undefined && !(isCoded && isJson && text !== '' && parseJson(text) === undefined);
  return { answer: new RecordedResponse(status, headers, isWhole ? text : '', isJson), isWhole };
}

/** A response whose content is parsed when it is asked for: many are held back until their place is known. */
class RecordedResponse implements HttpResponse {
  #json: HttpResponse['json'];
  #isParsed = false;

  constructor(
    readonly status: number,
    readonly headers: HttpResponse['headers'],
    readonly text: string,
    readonly isJson: boolean,
  ) {}

  get json(): HttpResponse['json'] {
    if (!this.#isParsed) {
      this.#isParsed = true;
      this.#json = this.isJson ? parseJson(this.text) : undefined;
    }
    return this.#json;
  }
}

/** Why an exchange says nothing by the rules of HTTP APIs; undefined where it does. */
function findUnjudged({
  method,
  url,
  content,
  answer,
}: Pick<RecordedMessagePair, 'method' | 'url' | 'content' | 'answer'>) {
  const status = answer?.status ?? 0;
  const type = parseMediaType(String(answer?.headers['content-type'] ?? ''));
  if (isGatewayStatus(status) || (status >= 400 && status !== 500 && type.isHtml))
    return 'errors of a gateway, and error pages';
  if (status === 207 || /\/\$?batch$/i.test(new URL(url).pathname) || type.essence.startsWith('multipart/'))
    return 'batches';
  if (type.essence === 'text/event-stream') return 'streams of events';
  if (/\/graphql\/?$/i.test(new URL(url).pathname) || (method === 'POST' && isGraphql(content))) return 'GraphQL';
  return undefined;
}

/** Statuses that gateways and content delivery networks return in place of a service; some are not registered. */
const isGatewayStatus = (status: number): boolean =>
  (status >= 502 && status <= 504) ||
  (status >= 509 && status !== 510 && status !== 511) ||
  (status > 431 && status < 500 && status !== 451);

function isGraphql(content: string | undefined): boolean {
  if (content === undefined || !/^\s*[[{]/.test(content.slice(0, 100)) || !content.includes('"query"')) return false;
  const json = parseJson(content);
  const [first] = Array.isArray(json) ? (json as readonly Json[]) : [json];
  return isObject(first) && /^\s*(query|mutation|subscription|fragment|\{)/.test(String(first.query));
}
