import type { TokenRequest } from '../model/access.js';
import { clock } from '../model/clock.js';
import type { HttpResponse } from '../model/exchange.js';
import type { GotRecord, RecordedExchange, SentRecord } from '../model/recorded-exchange.js';
import type { Redaction } from '../model/redaction.js';
import { type MaybeSecret, type NamedSecret, revealText } from '../model/secret.js';
import { type Callers, type CredentialApplier, createCredentialApplier } from './auth/credentials.js';
import type { ObtainedCredential } from './auth/token-store.js';
import type { ClientRequest, SentExchange } from './exchange.js';
import { createRecordMemory } from './record-memory.js';
import { redactedText } from './redact/mask-members.js';
import { createRedactor, type RedactFunction, type Redactor } from './redact/redactor.js';
import { hideSignature } from './sign-request.js';
import { noTape, type Tape } from './tape.js';
import type { WireRequest } from './transport/dispatch.js';

/** Maximum length of recorded content, in characters. */
const recordLimit = 16 * 1024;

/** Callers and redaction settings of a recorder. */
export interface RecorderOptions {
  readonly headers?: Readonly<Record<string, MaybeSecret>>;
  readonly callers?: Callers;
  readonly secrets?: readonly NamedSecret[];
  /** What to redact by name, position or pattern. */
  readonly redaction?: Redaction;
  readonly tape?: Tape;
}

/** A recorded request that is about to be sent. */
export interface PendingRequest extends WireRequest {
  n: number;
  readonly path: string;
  readonly role: ClientRequest['role'];
  startedAt: number;
  readonly record: SentRecord;
  /** Values that were redacted by position. */
  readonly values: readonly string[];
  /** Whether neither the request nor its response may be recorded. */
  readonly isConfidential?: boolean;
}

/** Numbers requests, adds credentials, and records requests and responses. */
export interface Recorder extends Pick<Redactor, 'hide' | 'hideAddresses' | 'hasSecret' | 'redactNames'> {
  readonly redact: RedactFunction;
  /** Redacts a JSON value, including values that were redacted by position in these exchanges. */
  redactJson<T>(value: T, seen?: readonly object[]): T;
  readonly addQuery: CredentialApplier['addQuery'];
  /** Number of requests sent so far. */
  count(): number;
  begin(request: ClientRequest, held?: ObtainedCredential): PendingRequest;
  /** Returns the URL and the header fields of a request, without sending it. */
  preview(
    request: ClientRequest,
    held?: ObtainedCredential,
  ): { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  beginTokenRequest(url: URL, request: TokenRequest): PendingRequest;
  /** Starts a request for a document at any address. */
  beginForeign(url: URL, headers: Readonly<Record<string, string>>): PendingRequest;
  end(sent: PendingRequest, response: HttpResponse | string): SentExchange;
  /** Makes the record of `known` available for `twin`, too. */
  alias<T extends object>(known: object, twin: T): T;
  /** Returns the tape record of an exchange that is still referenced. */
  getRecord(exchange: Pick<SentExchange, 'n'>): RecordedExchange;
}

/** Creates the recorder of one client. */
export function createRecorder(base: URL, options: RecorderOptions): Recorder {
  const redactor = createRedactor(options.secrets ?? [], options.redaction);
  const tape = options.tape ?? noTape;
  const memory = createRecordMemory();
  const credentials = createCredentialApplier(base, options);
  const outgoing = createRequestBuilder(base, credentials, redactor);
  let n = 0;
  const number = (sent: PendingRequest, trial?: string): PendingRequest => {
    n += 1;
    tape.sent(n, trial, sent.role, sent.record, sent.isConfidential ? undefined : sent);
    sent.n = n;
    sent.startedAt = clock.now();
    return sent;
  };
  return {
    ...redactor,
    redact: redactor.redactTrace,
    redactJson: (value, seen = []) => redactor.json(value, seen.flatMap(memory.valuesIn)),
    addQuery: credentials.addQuery,
    count: () => n,
    preview(request, held) {
      const { target, headers } = credentials.apply(request, held);
      return { url: base.origin + target, headers };
    },
    begin: (request, held) => number(outgoing.usual(request, held), request.trial),
    beginForeign: (url, headers) => number(outgoing.elsewhere(url, headers)),
    beginTokenRequest: (url, request) => number(outgoing.asking(url, request)),
    end(sent, response) {
      const ms = Math.round((clock.now() - sent.startedAt) * 10) / 10;
      const exchange = buildExchange(sent, response);
      const { record, values } = recordEnd(sent, response, ms, redactor, tape);
      memory.keep(exchange, record, sent.values.length === 0 ? values : [...sent.values, ...values]);
      return exchange;
    },
    alias: memory.alias,
    getRecord: memory.recall,
  };
}

/** Builds requests as they are sent and as they are recorded; a request gets its number when it is sent. */
function createRequestBuilder({ origin }: URL, credentials: CredentialApplier, redactor: Redactor) {
  return {
    usual(request: ClientRequest, held: ObtainedCredential | undefined): PendingRequest {
      const { target, headers: own } = credentials.apply(request, held);
      const { method, path, content, role, signature } = request;
      const headers = signature === undefined ? own : { ...own, ...signature };
      const { record: shown, values } = buildSentRecord(origin + target, request, own, redactor);
      const record = hideSignature(shown, signature);
      return { n: 0, startedAt: 0, method, path, target, headers, content, role, record, values };
    },
    elsewhere(url: URL, own: Readonly<Record<string, string>>): PendingRequest {
      const headers = credentials.buildBareHeaders(own);
      const details = { method: 'GET', path: url.href, role: 'survey' } as const;
      const recorded = buildSentRecord(url.href, details, headers, redactor);
      return { ...unnumbered, ...details, target: url.pathname + url.search, headers, content: undefined, ...recorded };
    },
    asking(url: URL, { method, headers: own, content: hidden }: TokenRequest): PendingRequest {
      const { target, headers } = credentials.applyToAnyUrl(url, own);
      const content = hidden === undefined ? undefined : revealText(hidden);
      const details = { method, ...(content !== undefined && { content: redactedText }) };
      const shown = url.origin + target.replace(/\?.*$/s, `?${redactedText}`);
      const recorded = buildSentRecord(shown, details, keepPlainFields(headers), redactor);
      return {
        ...unnumbered,
        method,
        path: url.pathname,
        target,
        headers,
        content,
        role: 'survey',
        ...recorded,
        isConfidential: true,
      };
    },
  };
}

function buildSentRecord(
  url: string,
  { method, content }: Pick<ClientRequest, 'method' | 'content'>,
  headers: Readonly<Record<string, string>>,
  { redact, fields, content: clear }: Redactor,
): { readonly record: SentRecord; readonly values: readonly string[] } {
  const shown = { url: redact(url), headers: fields(headers, true) };
  if (content === undefined) return { record: { method, url: shown.url, headers: shown.headers }, values: noValues };
  const { text, values } = clear(content, recordLimit);
  return { record: { method, url: shown.url, headers: shown.headers, content: text }, values };
}

const buildExchange = ({ n, method, path, role }: PendingRequest, response: HttpResponse | string): SentExchange =>
  typeof response === 'string'
    ? { n, method, path, answer: undefined, silence: response, role }
    : { n, method, path, answer: response, silence: undefined, role };

function recordEnd(sent: PendingRequest, response: HttpResponse | string, ms: number, redactor: Redactor, tape: Tape) {
  const { n, role, record: request } = sent;
  if (typeof response === 'string') {
    const silence = redactor.redact(response);
    tape.silent(n, ms, silence);
    return { record: role ? { n, role, request, silence } : { n, request, silence }, values: noValues };
  }
  const shown = sent.isConfidential
    ? { ...response, headers: keepPlainFields(response.headers), text: response.text && redactedText }
    : response;
  const { answer, values } = buildGotRecord(shown, redactor);
  tape.got(n, ms, answer, sent.isConfidential ? undefined : response.text);
  const details = addTime(answer, ms);
  return { record: role ? { n, role, request, answer: details } : { n, request, answer: details }, values };
}

function buildGotRecord({ status, headers, text }: Omit<HttpResponse, 'json'>, { content, fields }: Redactor) {
  if (text === '') return { answer: { status, headers: fields(headers) } as GotRecord, values: noValues };
  // First, because an address in a header field may have a value that the content names.
  const { text: written, values } = content(text, recordLimit);
  const shown = fields(headers);
  const answer: GotRecord =
    text.length > recordLimit
      ? { status, headers: shown, content: written, cutFrom: text.length }
      : { status, headers: shown, content: written };
  return { answer, values };
}

/** In Node 20, each object that begins with a spread has a hidden class of its own, so records name their members. */
function addTime({ status, headers, content, cutFrom }: GotRecord, ms: number) {
  if (content === undefined) return { status, headers, ms };
  return cutFrom === undefined ? { status, headers, content, ms } : { status, headers, content, cutFrom, ms };
}

const noValues: readonly string[] = [];

/** Placeholder for what is known only when a request is sent. */
const unnumbered = { n: 0, startedAt: 0 };

/** Header fields that never carry a credential. */
const plainFieldPattern =
  /^(accept.*|content-.*|user-agent|date|server|connection|cache-control|vary|retry-after|www-authenticate)$/;

const keepPlainFields = <T>(headers: Readonly<Record<string, T>>): Record<string, T | string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, plainFieldPattern.test(name) ? value : redactedText]),
  );
