import type { Dispatched } from './dispatch.js';
import type { Answer, Concealed, Exchange, Request } from './exchange.js';
import { type Hidden, type Redact, redactHeaders, redactorOf } from './redact.js';
import { type GotRecord, noTape, type SentRecord, type Tape } from './tape.js';

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

/** What makes a caller known. */
interface Calling {
  readonly headers: Readonly<Record<string, Concealed>>;
  readonly query: Readonly<Record<string, Concealed>>;
}

/** What the desk needs to know about the caller. */
export interface DeskOptions {
  readonly headers?: Readonly<Record<string, Concealed>>;
  readonly callers?: Readonly<Partial<Record<string, Calling>>>;
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
}

/** Where requests are numbered, dressed and written down, and their ends with them. */
export interface Desk {
  readonly redact: Redact;
  count(): number;
  begin(request: Request): Sent;
  end(sent: Sent, heard: Answer | string): Exchange;
  /** Lets `twin` be recalled as `known` is. */
  alias<T extends object>(known: object, twin: T): T;
  recall(exchange: Pick<Exchange, 'n'>): Recorded;
}

/** Opens the desk of one client. */
export function deskOf(base: URL, options: DeskOptions): Desk {
  const redact = redactorOf(options.secrets ?? []);
  const tape = options.tape ?? noTape;
  const records = new WeakMap<object, Recorded>();
  const dressing = dressingOf(base, options);
  let n = 0;
  return {
    redact,
    count: () => n,
    begin(request) {
      const { target, headers } = dressing(request);
      const record = sentRecord(base.origin + target, request, headers, redact);
      n += 1;
      tape.sent(n, request.trial, request.role, record);
      const { method, path, content, role } = request;
      return { n, method, path, target, headers, content, role, startedAt: performance.now(), record };
    },
    end(sent, heard) {
      const ms = Math.round((performance.now() - sent.startedAt) * 10) / 10;
      const exchange = exchangeOf(sent, heard);
      records.set(exchange, endRecord(sent, heard, ms, redact, tape));
      return exchange;
    },
    alias(known, twin) {
      const record = records.get(known);
      if (record) records.set(twin, record);
      return twin;
    },
    recall(exchange) {
      const record = records.get(exchange);
      if (!record) throw new Error(`exchange ${exchange.n} is no exchange of this client`);
      return record;
    },
  };
}

/** Fields that keep a legal server from answering otherwise than asked (`Accept` with JSON first, a name, no coding). */
const hygiene: Readonly<Record<string, string>> = {
  accept: 'application/json, application/problem+json;q=0.9, */*;q=0.1',
  'accept-encoding': 'identity',
  'user-agent': 'assay',
};

function dressingOf(base: URL, { headers = {}, callers = {} }: DeskOptions) {
  const prefix = base.pathname.replace(/\/$/, '');
  const usual = { headers: { ...hygiene, ...reveal(headers) }, query: [] };
  const known = new Map(
    Object.entries(callers).flatMap(([name, calling]) => (calling ? [[name, clothesOf(calling)] as const] : [])),
  );
  return (request: Request) => {
    const clothes =
      known.get(request.as ?? 'full') ?? (request.as === undefined ? (known.get('none') ?? usual) : undefined);
    if (clothes === undefined) throw new Error(`nobody is known as ${request.as}`);
    return {
      target: withQuery(targetOf(base, prefix, request.path), clothes.query),
      headers: request.headers ? { ...clothes.headers, ...reveal(request.headers) } : clothes.headers,
    };
  };
}

const clothesOf = ({ headers, query }: Calling) => ({
  headers: { ...hygiene, ...reveal(headers) },
  query: Object.entries(query).map(([name, value]) => {
    const plain = typeof value === 'string' ? value : value.reveal();
    return `${encodeURIComponent(name)}=${encodeURIComponent(plain)}`;
  }),
});

function reveal(headers: Readonly<Record<string, Concealed>>): Record<string, string> {
  const revealed: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] as Concealed;
    revealed[name.toLowerCase()] = typeof value === 'string' ? value : value.reveal();
  }
  return revealed;
}

function targetOf(base: URL, prefix: string, path: string): string {
  if (!/^https?:/i.test(path)) return prefix + (path.startsWith('/') ? path : `/${path}`);
  const url = new URL(path);
  if (url.origin !== base.origin) throw new Error(`${url.origin} is not the target's origin ${base.origin}`);
  return url.pathname + url.search;
}

function withQuery(target: string, added: readonly string[]): string {
  return added.length === 0 ? target : `${target}${target.includes('?') ? '&' : '?'}${added.join('&')}`;
}

const cut = (text: string) => (text.length > recordLimit ? text.slice(0, recordLimit) : text);

const sentRecord = (url: string, request: Request, headers: Record<string, string>, redact: Redact): SentRecord => ({
  method: request.method,
  url: redact(url),
  headers: redactHeaders(headers, redact),
  ...(request.content !== undefined && { content: cut(redact(request.content)) }),
});

const exchangeOf = ({ n, method, path, role }: Sent, heard: Answer | string): Exchange =>
  typeof heard === 'string'
    ? { n, method, path, answer: undefined, silence: heard, role }
    : { n, method, path, answer: heard, silence: undefined, role };

function endRecord(sent: Sent, heard: Answer | string, ms: number, redact: Redact, tape: Tape): Recorded {
  const known = { n: sent.n, ...(sent.role && { role: sent.role }), request: sent.record };
  if (typeof heard === 'string') {
    const silence = redact(heard);
    tape.silent(sent.n, ms, silence);
    return { ...known, silence };
  }
  const answer = gotRecord(heard, redact);
  tape.got(sent.n, ms, answer);
  return { ...known, answer: { ...answer, ms } };
}

function gotRecord({ status, headers, text }: Answer, redact: Redact): GotRecord {
  return {
    status,
    headers: redactHeaders(headers, redact),
    ...(text !== '' && { content: cut(redact(text)) }),
    ...(text.length > recordLimit && { cutFrom: text.length }),
  };
}
