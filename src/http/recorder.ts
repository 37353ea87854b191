import { clock } from '../model/clock.js';
import type { GotRecord, Recorded, SentRecord } from '../model/recorded-exchange.js';
import { type Callers, type Wardrobe, wardrobeOf } from './auth/credentials.js';
import type { TokenRequest } from './auth/token-request.js';
import type { Held } from './auth/token-store.js';
import type { Answer, Concealed, Exchange, Request } from './exchange.js';
import { type Hidden, type Redact, type Redaction, type Redactor, redactorOf } from './redact/redactor.js';
import { noTape, type Tape } from './tape.js';
import type { Dispatched } from './transport/dispatch.js';

/** Longest content that is written down, in characters. */
const recordLimit = 16 * 1024;

/** What the desk needs to know about the callers. */
export interface DeskOptions {
  readonly headers?: Readonly<Record<string, Concealed>>;
  readonly callers?: Callers;
  readonly secrets?: readonly Hidden[];
  /** What is hidden for its name, its place or its look. */
  readonly redaction?: Redaction;
  readonly tape?: Tape;
}

/** A request that was written down and is about to leave. */
export interface Sent extends Dispatched {
  n: number;
  readonly path: string;
  readonly role: Request['role'];
  startedAt: number;
  readonly record: SentRecord;
  /** Values that were blotted in it for where they stand. */
  readonly values: readonly string[];
  /** Whether nothing of what it says or brings back may be written down. */
  readonly isConfidential?: boolean;
}

/** Where requests are numbered, dressed and written down, and their ends with them. */
export interface Desk {
  readonly redact: Redact;
  /** Hides what was obtained from now on. */
  readonly hide: Redactor['hide'];
  readonly isTelling: Redactor['isTelling'];
  readonly clearNames: Redactor['names'];
  /** A value of JSON as it may be written down; what was blotted in these exchanges for where it stood is blotted in it, too. */
  clear<T>(value: T, seen?: readonly object[]): T;
  readonly carry: Wardrobe['carry'];
  count(): number;
  begin(request: Request, held?: Held): Sent;
  /** Begins a request for a credential. */
  beginAsking(url: URL, request: TokenRequest): Sent;
  /** Begins a request for a document at any address. */
  beginElsewhere(url: URL, headers: Readonly<Record<string, string>>): Sent;
  end(sent: Sent, heard: Answer | string): Exchange;
  /** Lets `twin` be recalled as `known` is. */
  alias<T extends object>(known: object, twin: T): T;
  recall(exchange: Pick<Exchange, 'n'>): Recorded;
}

/** Opens the desk of one client. */
export function deskOf(base: URL, options: DeskOptions): Desk {
  const redactor = redactorOf(options.secrets ?? [], options.redaction);
  const tape = options.tape ?? noTape;
  const memory = memoryOf();
  const wardrobe = wardrobeOf(base, options);
  const outgoing = outgoingOf(base, wardrobe, redactor);
  let n = 0;
  const number = (sent: Sent, trial?: string): Sent => {
    n += 1;
    tape.sent(n, trial, sent.role, sent.record, sent.isConfidential ? undefined : sent);
    sent.n = n;
    sent.startedAt = clock.now();
    return sent;
  };
  return {
    redact: redactor.aloud,
    hide: redactor.hide,
    isTelling: redactor.isTelling,
    clearNames: redactor.names,
    clear: (value, seen = []) => redactor.json(value, seen.flatMap(memory.valuesIn)),
    carry: wardrobe.carry,
    count: () => n,
    begin: (request, held) => number(outgoing.usual(request, held), request.trial),
    beginElsewhere: (url, headers) => number(outgoing.elsewhere(url, headers)),
    beginAsking: (url, request) => number(outgoing.asking(url, request)),
    end(sent, heard) {
      const ms = Math.round((clock.now() - sent.startedAt) * 10) / 10;
      const exchange = exchangeOf(sent, heard);
      const { record, values } = endRecord(sent, heard, ms, redactor, tape);
      memory.keep(exchange, record, sent.values.length === 0 ? values : [...sent.values, ...values]);
      return exchange;
    },
    alias: memory.alias,
    recall: memory.recall,
  };
}

/** Requests that are ready, and as they may be written down; each gets its number when it leaves. */
function outgoingOf({ origin }: URL, wardrobe: Wardrobe, redactor: Redactor) {
  return {
    usual(request: Request, held: Held | undefined): Sent {
      const { target, headers } = wardrobe.dress(request, held);
      const { method, path, content, role } = request;
      const { record, values } = sentRecord(origin + target, request, headers, redactor);
      return { n: 0, startedAt: 0, method, path, target, headers, content, role, record, values };
    },
    elsewhere(url: URL, own: Readonly<Record<string, string>>): Sent {
      const headers = wardrobe.bare(own);
      const told = { method: 'GET', path: url.href, role: 'survey' } as const;
      const recorded = sentRecord(url.href, told, headers, redactor);
      return { ...unnumbered, ...told, target: url.pathname + url.search, headers, content: undefined, ...recorded };
    },
    asking(url: URL, { method, headers: own, content: hidden }: TokenRequest): Sent {
      const { target, headers } = wardrobe.plain(url, own);
      const content = typeof hidden === 'object' ? hidden.reveal() : hidden;
      const told = { method, ...(content !== undefined && { content: blot }) };
      const shown = url.origin + target.replace(/\?.*$/s, `?${blot}`);
      const recorded = sentRecord(shown, told, onlyPlain(headers), redactor);
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

/** What the tape says of exchanges, for as long as anybody holds them. */
function memoryOf() {
  const records = new WeakMap<object, Recorded>();
  const blottedIn = new WeakMap<object, readonly string[]>();
  const keep = (exchange: object, record: Recorded, values: readonly string[]) => {
    records.set(exchange, record);
    if (values.length > 0) blottedIn.set(exchange, values);
  };
  return {
    keep,
    valuesIn: (exchange: object): readonly string[] => blottedIn.get(exchange) ?? [],
    alias<T extends object>(known: object, twin: T): T {
      const record = records.get(known);
      if (record) keep(twin, record, blottedIn.get(known) ?? []);
      return twin;
    },
    recall(exchange: Pick<Exchange, 'n'>): Recorded {
      const record = records.get(exchange);
      if (!record) throw new Error(`exchange ${exchange.n} is no exchange of this client`);
      return record;
    },
  };
}

function sentRecord(
  url: string,
  { method, content }: Pick<Request, 'method' | 'content'>,
  headers: Readonly<Record<string, string>>,
  { redact, fields, content: clear }: Redactor,
): { readonly record: SentRecord; readonly values: readonly string[] } {
  const shown = { method, url: redact(url), headers: fields(headers, true) };
  if (content === undefined) return { record: shown, values: nothing };
  const { text, values } = clear(content, recordLimit);
  return { record: { ...shown, content: text }, values };
}

const exchangeOf = ({ n, method, path, role }: Sent, heard: Answer | string): Exchange =>
  typeof heard === 'string'
    ? { n, method, path, answer: undefined, silence: heard, role }
    : { n, method, path, answer: heard, silence: undefined, role };

function endRecord(
  sent: Sent,
  heard: Answer | string,
  ms: number,
  redactor: Redactor,
  tape: Tape,
): { readonly record: Recorded; readonly values: readonly string[] } {
  const { n, role, record: request } = sent;
  if (typeof heard === 'string') {
    const silence = redactor.redact(heard);
    tape.silent(n, ms, silence);
    return { record: role ? { n, role, request, silence } : { n, request, silence }, values: nothing };
  }
  const shown = sent.isConfidential ? { ...heard, headers: onlyPlain(heard.headers), text: heard.text && blot } : heard;
  const { answer, values } = gotRecord(shown, redactor);
  tape.got(n, ms, answer, sent.isConfidential ? undefined : heard.text);
  const told = { ...answer, ms };
  return { record: role ? { n, role, request, answer: told } : { n, request, answer: told }, values };
}

function gotRecord({ status, headers, text }: Omit<Answer, 'json'>, { content, fields }: Redactor) {
  const shown = { status, headers: fields(headers) };
  if (text === '') return { answer: shown as GotRecord, values: nothing };
  const { text: written, values } = content(text, recordLimit);
  const answer: GotRecord =
    text.length > recordLimit ? { ...shown, content: written, cutFrom: text.length } : { ...shown, content: written };
  return { answer, values };
}

const nothing: readonly string[] = [];

/** The place of what is known once a request leaves. */
const unnumbered = { n: 0, startedAt: 0 };

/** Stands for what is not written down. */
const blot = '[redacted]';

/** Header fields that carry no credential, whatever a login makes of the others. */
const plainFields =
  /^(accept.*|content-.*|user-agent|date|server|connection|cache-control|vary|retry-after|www-authenticate)$/;

const onlyPlain = <T>(headers: Readonly<Record<string, T>>): Record<string, T | string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plainFields.test(name) ? value : blot]));
