import { Pool } from 'undici';
import { type Desk, type DeskOptions, deskOf, type Recorded } from './desk.js';
import { dispatch } from './dispatch.js';
import type { Client, Concealed, Exchange, RawExchange, Request } from './exchange.js';
import { type Pace, paceOf } from './pace.js';
import { exchangeRaw, tearRaw } from './raw.js';
import type { Hidden, Redact } from './redact.js';
import type { Tape } from './tape.js';

/** How a client is opened. */
export interface ClientOptions {
  readonly baseUrl: string;
  /** Fields sent with every request of a caller that is not told apart. */
  readonly headers?: Readonly<Record<string, Concealed>>;
  /** Who can be played, with everything that makes them known; `full` is the usual one. */
  readonly callers?: DeskOptions['callers'];
  readonly secrets?: readonly Hidden[];
  readonly timeoutMs?: number;
  readonly connections?: number;
  readonly ratePerSecond?: number | undefined;
  readonly tape?: Tape;
}

/** A client on one origin. It neither follows redirects nor retries nor decodes, and records each request when it is sent. */
export interface OpenClient extends Client {
  /** What the tape says of an exchange that is still at hand. */
  recall(exchange: Pick<Exchange, 'n' | 'silence'>): Recorded;
  readonly redact: Redact;
  /** Requests sent so far. */
  count(): number;
  close(): Promise<void>;
}

/** Opens a client. Nothing is sent yet, so nothing fails yet. */
export function openClient(options: ClientOptions): OpenClient {
  const base = new URL(options.baseUrl);
  const pool = new Pool(base.origin, {
    connections: options.connections ?? 16,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 65536,
  });
  const desk = deskOf(base, options);
  const pace = paceOf(options.ratePerSecond);
  return {
    redact: desk.redact,
    count: desk.count,
    recall: desk.recall,
    send: async (request) => {
      await pace();
      const sent = desk.begin(request);
      return desk.end(sent, await dispatch(pool, sent, request.timeoutMs ?? options.timeoutMs ?? 10_000));
    },
    raw: (request) => sendRaw(desk, pace, base, request, request.timeoutMs ?? options.timeoutMs ?? 10_000),
    tear: async (request, how) => {
      await pace();
      const sent = desk.begin(request);
      return desk.end(sent, await tearRaw(base, sent, sent.content, how));
    },
    close: () => pool.close(),
  };
}

async function sendRaw(desk: Desk, pace: Pace, base: URL, request: Request, timeoutMs: number): Promise<RawExchange> {
  await pace();
  const sent = desk.begin(request);
  const got = await exchangeRaw(
    base,
    { method: sent.method, target: sent.target, headers: sent.headers },
    sent.content,
    timeoutMs,
  );
  const answer = typeof got === 'string' ? undefined : got;
  const heard = answer
    ? { status: answer.status, headers: answer.headers, text: answer.content, json: undefined }
    : String(got);
  const exchange = desk.end(sent, heard);
  return desk.alias(exchange, { ...exchange, answer });
}
