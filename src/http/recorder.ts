import type { TokenRequest } from '../model/access.js';
import { clock } from '../model/clock.js';
import type { HttpResponse, RawResponse } from '../model/exchange.js';
import type { GotRecord, RecordedExchange, SentRecord } from '../model/recorded-exchange.js';
import type { Redaction } from '../model/redaction.js';
import { type MaybeSecret, type NamedSecret, revealText } from '../model/secret.js';
import { type Callers, createCredentialApplier } from './auth/credentials.js';
import type { ObtainedCredential } from './auth/token-store.js';
import type { ClientRequest, SentExchange, SentRawExchange } from './exchange.js';
import { redactedText } from './redact/mask-members.js';
import { createRedactor, type Redactor } from './redact/redactor.js';
import { hideSignature } from './sign-request.js';
import { type ExchangeEnd, noTape, type Tape, type TapedExchange } from './tape.js';
import type { Silence, UnusableResponse, WireRequest } from './transport/dispatch.js';

/** Maximum length of recorded content, in characters. */
const recordLimit = 16 * 1024;

/** Callers and redaction settings of a recorder. */
export interface RecorderOptions {
  /** Fields sent with every request when there is only one caller. */
  readonly headers?: Readonly<Record<string, MaybeSecret>>;
  /** The callers with their credentials; `full` is the default one. */
  readonly callers?: Callers;
  readonly secrets?: readonly NamedSecret[];
  /** What to redact by name, position or pattern. */
  readonly redaction?: Redaction;
  readonly tape?: Tape;
}

/** A request that was recorded, and is to be sent now. */
export interface PendingRequest extends WireRequest, TapedExchange {
  n: number;
  readonly path: string;
  readonly role: ClientRequest['role'];
  startedAt: number;
  end: ExchangeEnd | undefined;
  readonly unredacted: { readonly target: string; readonly content: string | undefined; text?: string } | undefined;
  /** Values that were redacted by position. */
  readonly values: readonly string[];
}

export type Recorder = ReturnType<typeof createRecorder>;

/** What is known of an exchange: its record, and the values that were redacted by position. */
interface Known {
  readonly record: RecordedExchange;
  readonly values: readonly string[];
}

/** An exchange that was recorded. Only itself leads to its record, which is not part of it. */
class KnownExchange<R extends HttpResponse | RawResponse> {
  readonly n: number;
  readonly method: string;
  readonly path: string;
  readonly answer: R | undefined;
  readonly silence: string | undefined;
  readonly role: ClientRequest['role'];
  readonly unusable?: UnusableResponse;
  readonly #known: Known;

  constructor({ n, method, path, role }: PendingRequest, received: R | Silence, known: Known) {
    const lost = 'silence' in received ? received : undefined;
    this.n = n;
    this.method = method;
    this.path = path;
    this.answer = 'silence' in received ? undefined : received;
    this.silence = lost?.silence;
    this.role = role;
    if (lost?.unusable !== undefined) this.unusable = lost.unusable;
    this.#known = known;
  }

  static getKnown(exchange: object): Known | undefined {
    return #known in exchange ? exchange.#known : undefined;
  }
}

export function createRecorder(base: URL, options: RecorderOptions) {
  const redactor = createRedactor(options.secrets ?? [], options.redaction);
  const tape = options.tape ?? noTape;
  const credentials = createCredentialApplier(base, options);
  let count = 0;
  const start = (sent: PendingRequest): PendingRequest => {
    count += 1;
    sent.n = count;
    tape.sent(sent);
    sent.startedAt = clock.now();
    return sent;
  };
  const end = (sent: PendingRequest, received: HttpResponse | Silence): Known => {
    const ms = Math.round((clock.now() - sent.startedAt) * 10) / 10;
    const known = recordEnd(sent, received, ms, redactor);
    tape.ended(sent);
    return known;
  };
  return {
    ...redactor,
    redact: redactor.redactTrace,
    /** Redacts a JSON value, including values that were redacted by position in these exchanges. */
    redactJson: <T>(value: T, seen: readonly object[] = []): T =>
      redactor.json(
        value,
        seen.flatMap((one) => KnownExchange.getKnown(one)?.values ?? []),
      ),
    addQuery: credentials.addQuery,
    count: () => count,
    /** Returns the URL and the header fields of a request, without sending it. */
    preview(request: ClientRequest, held?: ObtainedCredential) {
      const { target, headers } = credentials.apply(request, held);
      return { url: base.origin + target, headers };
    },
    begin(request: ClientRequest, held?: ObtainedCredential) {
      const { target, headers } = credentials.apply(request, held);
      return start(prepareRequest(request, base.origin + target, { target, headers }, redactor));
    },
    /** Starts a request for a document at any address. */
    beginForeign(url: URL, own: Readonly<Record<string, string>>) {
      const request = { method: 'GET', path: url.href, role: 'survey' } as const;
      const headers = credentials.buildBareHeaders(own);
      return start(prepareRequest(request, url.href, { target: url.pathname + url.search, headers }, redactor));
    },
    /** Starts a request for a credential: neither its content nor that of the response is recorded. */
    beginTokenRequest: (url: URL, request: TokenRequest) =>
      start(prepareTokenRequest(url, request, credentials.applyToAnyUrl(url, request.headers), redactor)),
    /** Records the end of a request. Returns its exchange, with the response as it was received. */
    end: (sent: PendingRequest, received: HttpResponse | Silence): SentExchange =>
      new KnownExchange(sent, received, end(sent, received)),
    /** The same for a response whose content is not parsed. */
    endRaw(sent: PendingRequest, received: RawResponse | Silence): SentRawExchange {
      const isLost = 'silence' in received;
      const parts = isLost ? received : { ...received, text: received.content, json: undefined };
      return new KnownExchange<RawResponse>(sent, received, end(sent, parts));
    },
    /** Returns the tape record of an exchange; a copy of one has none. */
    getRecord(exchange: Pick<SentExchange, 'n'>) {
      const known = KnownExchange.getKnown(exchange);
      if (!known) throw new Error(`exchange ${exchange.n} was not sent by this client`);
      return known.record;
    },
  };
}

/** Records the end of a request, and what is known of its exchange. */
function recordEnd(sent: PendingRequest, received: HttpResponse | Silence, ms: number, redactor: Redactor): Known {
  const { n, role, request, values } = sent;
  if ('silence' in received) {
    const silence = redactor.redact(received.silence);
    sent.end = { ms, silence };
    return { record: role ? { n, role, request, silence } : { n, request, silence }, values };
  }
  const shown = recordResponse(received, sent.unredacted === undefined, redactor);
  if (sent.unredacted !== undefined) sent.unredacted.text = received.text;
  sent.end = { ms, answer: shown.answer };
  const answer = addTime(shown.answer, ms);
  const record: RecordedExchange = role ? { n, role, request, answer } : { n, request, answer };
  return { record, values: shown.values.length === 0 ? values : [...values, ...shown.values] };
}

/** Builds a request as it is sent and as it is recorded; it gets its number when it is sent. */
function prepareRequest(
  { method, path, content, role, trial, signature }: ClientRequest,
  url: string,
  { target, headers }: Pick<WireRequest, 'target' | 'headers'>,
  redactor: Redactor,
): PendingRequest {
  const shown = { url: redactor.redact(url), headers: redactor.fields(headers, true) };
  const cut = content === undefined ? undefined : redactor.content(content, recordLimit);
  const record: SentRecord =
    cut === undefined
      ? { method, url: shown.url, headers: shown.headers }
      : { method, url: shown.url, headers: shown.headers, content: cut.text };
  // Each member is named: in Node 20, an object that begins with a spread has a hidden class of its own.
  return {
    n: 0,
    trial,
    role,
    request: signature === undefined ? record : hideSignature(record, signature),
    end: undefined,
    unredacted: { target, content },
    method,
    path,
    target,
    headers: signature === undefined ? headers : { ...headers, ...signature },
    content,
    startedAt: 0,
    values: cut?.values ?? noValues,
  };
}

/** The same for a credential: neither its content nor that of the response is recorded. */
function prepareTokenRequest(
  url: URL,
  { method, content: hidden }: TokenRequest,
  wire: Pick<WireRequest, 'target' | 'headers'>,
  redactor: Redactor,
): PendingRequest {
  const content = hidden === undefined ? undefined : revealText(hidden);
  const shownUrl = url.origin + wire.target.replace(/\?.*$/s, `?${redactedText}`);
  const shown = { ...wire, headers: keepPlainFields(wire.headers) };
  const request = {
    method,
    path: url.pathname,
    role: 'survey',
    ...(content !== undefined && { content: redactedText }),
  };
  const prepared = prepareRequest(request as ClientRequest, shownUrl, shown, redactor);
  return { ...prepared, ...wire, content, unredacted: undefined };
}

/** A response as it is recorded. That of a confidential request has neither content nor header fields that may have a credential. */
function recordResponse(response: HttpResponse, isConfidential: boolean, redactor: Redactor) {
  const { status } = response;
  const text = isConfidential ? response.text && redactedText : response.text;
  const headers = isConfidential ? keepPlainFields(response.headers) : response.headers;
  if (text === '') return { answer: { status, headers: redactor.fields(headers) } as GotRecord, values: noValues };
  // First, because an address in a header field may have a value that the content names.
  const { text: content, values } = redactor.content(text, recordLimit);
  const shown = redactor.fields(headers);
  const answer: GotRecord =
    text.length > recordLimit
      ? { status, headers: shown, content, cutFrom: text.length }
      : { status, headers: shown, content };
  return { answer, values };
}

function addTime({ status, headers, content, cutFrom }: GotRecord, ms: number) {
  if (content === undefined) return { status, headers, ms };
  return cutFrom === undefined ? { status, headers, content, ms } : { status, headers, content, cutFrom, ms };
}

const noValues: readonly string[] = [];

/** Header fields that never carry a credential. */
const plainFieldPattern =
  /^(accept.*|content-.*|user-agent|date|server|connection|cache-control|vary|retry-after|www-authenticate)$/;

const keepPlainFields = <T>(headers: Readonly<Record<string, T>>): Record<string, T | string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, plainFieldPattern.test(name) ? value : redactedText]),
  );
