import type { Dispatched } from './dispatch.js';
import { type Callers, type Wardrobe, wardrobeOf } from './dress.js';
import type { Answer, Concealed, Exchange, Request } from './exchange.js';
import type { TokenRequest } from './obtaining.js';
import { type Hidden, type Redact, type Redactor, redactorOf } from './redact.js';
import { type GotRecord, noTape, type SentRecord, type Tape } from './tape.js';
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
  readonly tape?: Tape;
}

/** A request that was written down and is about to leave. */
export interface Sent extends Dispatched {
  readonly n: number;
  readonly path: string;
  readonly role: Request['role'];
  readonly startedAt: number;
  readonly record: SentRecord;
  /** Whether nothing of what it says or brings back may be written down. */
  readonly isConfidential?: boolean;
}

/** Where requests are numbered, dressed and written down, and their ends with them. */
export interface Desk {
  readonly redact: Redact;
  /** Hides what was obtained from now on. */
  readonly hide: Redactor['hide'];
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
  const redactor = redactorOf(options.secrets ?? []);
  const tape = options.tape ?? noTape;
  const memory = memoryOf();
  const wardrobe = wardrobeOf(base, options);
  const outgoing = outgoingOf(base, wardrobe, redactor);
  let n = 0;
  const number = (sent: Outgoing, trial?: string): Sent => {
    n += 1;
    tape.sent(n, trial, sent.role, sent.record);
    return { ...sent, n, startedAt: performance.now() };
  };
  return {
    redact: redactor.redact,
    hide: redactor.hide,
    carry: wardrobe.carry,
    count: () => n,
    begin: (request, held) => number(outgoing.usual(request, held), request.trial),
    beginElsewhere: (url, headers) => number(outgoing.elsewhere(url, headers)),
    beginAsking: (url, request) => number(outgoing.asking(url, request)),
    end(sent, heard) {
      const ms = Math.round((performance.now() - sent.startedAt) * 10) / 10;
      const exchange = exchangeOf(sent, heard);
      memory.keep(exchange, endRecord(sent, heard, ms, redactor, tape));
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
      const record = sentRecord(base.origin + target, request, headers, redactor);
      return { method, path, target, headers, content, role, record };
    },
    elsewhere(url: URL, own: Readonly<Record<string, string>>): Outgoing {
      const headers = wardrobe.bare(own);
      const told = { method: 'GET', path: url.href, role: 'survey' } as const;
      const record = sentRecord(url.href, told, headers, redactor);
      return { ...told, target: url.pathname + url.search, headers, content: undefined, record };
    },
    asking(url: URL, { method, headers: own, content: hidden }: TokenRequest): Outgoing {
      const { target, headers } = wardrobe.plain(url, own);
      const content = typeof hidden === 'object' ? hidden.reveal() : hidden;
      const told = { method, ...(content !== undefined && { content: blot }) };
      const shown = url.origin + target.replace(/\?.*$/s, `?${blot}`);
      const record = sentRecord(shown, told, onlyPlain(headers), redactor);
      return { method, path: url.pathname, target, headers, content, role: 'survey', record, isConfidential: true };
    },
  };
}

/** What the tape says of exchanges, for as long as anybody holds them. */
function memoryOf() {
  const records = new WeakMap<object, Recorded>();
  return {
    keep: (exchange: object, record: Recorded) => void records.set(exchange, record),
    alias<T extends object>(known: object, twin: T): T {
      const record = records.get(known);
      if (record) records.set(twin, record);
      return twin;
    },
    recall(exchange: Pick<Exchange, 'n'>): Recorded {
      const record = records.get(exchange);
      if (!record) throw new Error(`exchange ${exchange.n} is no exchange of this client`);
      return record;
    },
  };
}

const cut = (text: string) => (text.length > recordLimit ? text.slice(0, recordLimit) : text);

const sentRecord = (
  url: string,
  { method, content }: Pick<Request, 'method' | 'content'>,
  headers: Readonly<Record<string, string>>,
  { redact, fields }: Redactor,
): SentRecord => ({
  method,
  url: redact(url),
  headers: fields(headers),
  ...(content !== undefined && { content: cut(redact(content)) }),
});

const exchangeOf = ({ n, method, path, role }: Sent, heard: Answer | string): Exchange =>
  typeof heard === 'string'
    ? { n, method, path, answer: undefined, silence: heard, role }
    : { n, method, path, answer: heard, silence: undefined, role };

function endRecord(sent: Sent, heard: Answer | string, ms: number, redactor: Redactor, tape: Tape): Recorded {
  const known = { n: sent.n, ...(sent.role && { role: sent.role }), request: sent.record };
  if (typeof heard === 'string') {
    const silence = redactor.redact(heard);
    tape.silent(sent.n, ms, silence);
    return { ...known, silence };
  }
  const told = sent.isConfidential ? { ...heard, headers: onlyPlain(heard.headers), text: heard.text && blot } : heard;
  const answer = gotRecord(told, redactor);
  tape.got(sent.n, ms, answer);
  return { ...known, answer: { ...answer, ms } };
}

function gotRecord({ status, headers, text }: Omit<Answer, 'json'>, { redact, fields }: Redactor): GotRecord {
  return {
    status,
    headers: fields(headers),
    ...(text !== '' && { content: cut(redact(text)) }),
    ...(text.length > recordLimit && { cutFrom: text.length }),
  };
}

/** Stands for what is not written down. */
const blot = '[redacted]';

/** Header fields that carry no credential, whatever a login makes of the others. */
const plainFields =
  /^(accept.*|content-.*|user-agent|date|server|connection|cache-control|vary|retry-after|www-authenticate)$/;

const onlyPlain = <T>(headers: Readonly<Record<string, T>>): Record<string, T | string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plainFields.test(name) ? value : blot]));
