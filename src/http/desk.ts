import type { Dispatched } from './dispatch.js';
import { type Callers, type Wardrobe, wardrobeOf } from './dress.js';
import type { Answer, Concealed, Exchange, Request } from './exchange.js';
import type { TokenRequest } from './obtaining.js';
import { type Hidden, type Redact, type Redaction, type Redactor, redactorOf } from './redact.js';
import { type GotRecord, noTape, type SentRecord, type Tape, type Unredacted } from './tape.js';
import type { Held } from './tokens.js';

/** Longest content that is written down, in characters. */
const recordLimit = 16 * 1024;

/** An exchange as it stands on the tape. */
export interface Recorded {
  readonly n: number;
  readonly role?: string;
  readonly request: SentRecord;
  readonly answer?: GotRecord & { readonly ms: number };
  readonly silence?: string;
}

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
  readonly n: number;
  readonly path: string;
  readonly role: Request['role'];
  readonly startedAt: number;
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
  const number = (sent: Outgoing, trial?: string): Sent => {
    n += 1;
    tape.sent(n, trial, sent.role, sent.record, told(sent));
    return { ...sent, n, startedAt: performance.now() };
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
      const ms = Math.round((performance.now() - sent.startedAt) * 10) / 10;
      const exchange = exchangeOf(sent, heard);
      const { record, values } = endRecord(sent, heard, ms, redactor, tape);
      memory.keep(exchange, record, [...sent.values, ...values]);
      return exchange;
    },
    alias: memory.alias,
    recall: memory.recall,
  };
}

/** A request that is ready, and as it may be written down. */
type Outgoing = Omit<Sent, 'n' | 'startedAt'>;

function outgoingOf(base: URL, wardrobe: Wardrobe, redactor: Redactor) {
  return {
    usual(request: Request, held: Held | undefined): Outgoing {
      const { target, headers } = wardrobe.dress(request, held);
      const { method, path, content, role } = request;
      const recorded = sentRecord(base.origin + target, request, headers, redactor);
      return { method, path, target, headers, content, role, ...recorded };
    },
    elsewhere(url: URL, own: Readonly<Record<string, string>>): Outgoing {
      const headers = wardrobe.bare(own);
      const told = { method: 'GET', path: url.href, role: 'survey' } as const;
      const recorded = sentRecord(url.href, told, headers, redactor);
      return { ...told, target: url.pathname + url.search, headers, content: undefined, ...recorded };
    },
    asking(url: URL, { method, headers: own, content: hidden }: TokenRequest): Outgoing {
      const { target, headers } = wardrobe.plain(url, own);
      const content = typeof hidden === 'object' ? hidden.reveal() : hidden;
      const told = { method, ...(content !== undefined && { content: blot }) };
      const shown = url.origin + target.replace(/\?.*$/s, `?${blot}`);
      const recorded = sentRecord(shown, told, onlyPlain(headers), redactor);
      return {
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

/** What the tape may look at, but not write down. */
const told = ({ target, content, isConfidential }: Outgoing): Unredacted | undefined =>
  isConfidential ? undefined : { target, content };

function sentRecord(
  url: string,
  { method, content }: Pick<Request, 'method' | 'content'>,
  headers: Readonly<Record<string, string>>,
  { redact, fields, content: clear }: Redactor,
): { readonly record: SentRecord; readonly values: readonly string[] } {
  const cleared = content === undefined ? undefined : clear(content, recordLimit);
  const record = { method, url: redact(url), headers: fields(headers), ...(cleared && { content: cleared.text }) };
  return { record, values: cleared?.values ?? [] };
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
  const known = { n: sent.n, ...(sent.role && { role: sent.role }), request: sent.record };
  if (typeof heard === 'string') {
    const silence = redactor.redact(heard);
    tape.silent(sent.n, ms, silence);
    return { record: { ...known, silence }, values: [] };
  }
  const shown = sent.isConfidential ? { ...heard, headers: onlyPlain(heard.headers), text: heard.text && blot } : heard;
  const { answer, values } = gotRecord(shown, redactor);
  tape.got(sent.n, ms, answer, sent.isConfidential ? undefined : heard.text);
  return { record: { ...known, answer: { ...answer, ms } }, values };
}

function gotRecord({ status, headers, text }: Omit<Answer, 'json'>, { content, fields }: Redactor) {
  const cleared = content(text, recordLimit);
  const answer: GotRecord = {
    status,
    headers: fields(headers),
    ...(text !== '' && { content: cleared.text }),
    ...(text.length > recordLimit && { cutFrom: text.length }),
  };
  return { answer, values: cleared.values };
}

/** Stands for what is not written down. */
const blot = '[redacted]';

/** Header fields that carry no credential, whatever a login makes of the others. */
const plainFields =
  /^(accept.*|content-.*|user-agent|date|server|connection|cache-control|vary|retry-after|www-authenticate)$/;

const onlyPlain = <T>(headers: Readonly<Record<string, T>>): Record<string, T | string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plainFields.test(name) ? value : blot]));
