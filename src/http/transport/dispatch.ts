import type { Dispatcher } from 'undici';
import { type Cancel, clock } from '../../model/clock.js';
import type { HeaderFields, HttpResponse } from '../../model/exchange.js';
import { findExcess, parseJson } from '../../model/json.js';
import { decodeContent } from './content-coding.js';
import type { Route } from './routes.js';

/** Maximum length of content in octets; a longer one counts as no answer. */
const contentLimit = 16 * 1024 * 1024;

/** Number of chunks after which content is merged, because each may keep a larger buffer alive. */
const maxChunks = 512;

/** A request ready to be sent. */
export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly content: string | undefined;
}

/** A response whose content is too large or not decodable, so that it counts as no answer. */
export interface UnusableResponse {
  readonly status: number;
  /** The beginning of its content, as far as it can be decoded. */
  readonly beginning: string;
}

/** Why there is no response, and what arrived of one that cannot be used. */
export interface Silence {
  readonly silence: string;
  readonly unusable?: UnusableResponse;
}

export const dispatch = (route: Route, sent: WireRequest, timeoutMs: number): Promise<HttpResponse | Silence> =>
  new Promise((resolve) => {
    const reader = new ResponseReader(timeoutMs, resolve);
    route.pool.dispatch(
      {
        path: route.ahead + sent.target,
        method: sent.method as Dispatcher.HttpMethod,
        headers: route.fields === undefined ? sent.headers : { ...sent.headers, ...route.fields },
        body: sent.content ?? null,
      },
      reader,
    );
  });

/** Reads one response until its end, an error, or the deadline. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (received: HttpResponse | Silence) => void;
  readonly #deadline: Deadline;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #status = 0;
  #headers: HeaderFields = {};
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(timeoutMs: number, resolve: (received: HttpResponse | Silence) => void) {
    this.#resolve = resolve;
    this.#deadline = new Deadline(timeoutMs, () => this.#stop({ silence: `no answer within ${timeoutMs} ms` }));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('deadline'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: unknown): void {
    this.#status = status;
    this.#headers = headers as HeaderFields;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > contentLimit)
      this.#stop({ silence: `content longer than ${contentLimit} octets`, unusable: this.#readBeginning() });
    else if (this.#chunks.push(chunk) > maxChunks) this.#chunks = [Buffer.concat(this.#chunks)];
  }

  onResponseEnd(): void {
    const [only = noOctets] = this.#chunks;
    const whole = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : only;
    const headers = this.#headers;
    const isCoded = headers['content-encoding'] !== undefined;
    const content = isCoded ? decodeContent(headers, whole, contentLimit) : whole;
    const text = typeof content === 'string' ? '' : content.toString();
    const silence = typeof content === 'string' ? content : findExcess(text);
    if (silence !== undefined) this.#finish({ silence, unusable: this.#readBeginning() });
    else this.#finish({ status: this.#status, headers, text, json: parseJson(text) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#finish({ silence: explainError(error) });
  }

  #stop(received: Silence): void {
    this.#finish(received);
    this.#controller?.abort(new Error(received.silence));
  }

  #finish(received: HttpResponse | Silence): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deadline.clear();
    this.#resolve(received);
  }

  #readBeginning(): UnusableResponse {
    const first = Buffer.concat(this.#chunks).subarray(0, beginningLength);
    const content = decodeContent(this.#headers, first, contentLimit, true);
    const beginning = typeof content === 'string' ? '' : content.subarray(0, decodedLength).toString();
    return { status: this.#status, beginning };
  }
}

const noOctets = Buffer.alloc(0);

/** Maximum lengths of the beginning of content that cannot be used, in octets as they arrived and as they are decoded. */
const beginningLength = 16 * 1024;
const decodedLength = 64 * 1024;

function explainError(error: Error & { code?: string }): string {
  if (error.code === 'ERR_ASSERTION') return 'an answer whose status is not a status code';
  const cause = error.cause as (Error & { code?: string }) | undefined;
  return [error.code ?? cause?.code, error.message || cause?.message].filter(Boolean).join(': ') || error.name;
}

/** Interval of the check whether this process was busy, and the delay that counts as busy, in milliseconds. */
const tickIntervalMs = 25;
const lateTickMs = 75;
/** Maximum extension of a deadline, as a factor. */
const maxTimeFactor = 4;

/** Running deadlines share one timer, which stops some time after the last of them. */
const ticker: { beats: NodeJS.Timeout | undefined; listeners: number; last: number; lost: number } = {
  beats: undefined,
  listeners: 0,
  last: 0,
  lost: 0,
};

/** Calls `over` after `ms` milliseconds, without the time in which this process was busy. */
export class Deadline {
  readonly #over: () => void;
  readonly #endsAt: number;
  #lost: number;
  #cancel: Cancel;
  #isClear = false;

  constructor(ms: number, over: () => void) {
    const now = clock.now();
    ticker.listeners += 1;
    if (ticker.beats === undefined) {
      ticker.last = now;
      ticker.beats = setInterval(recordTick, tickIntervalMs).unref();
    }
    this.#over = over;
    this.#endsAt = now + ms * maxTimeFactor;
    this.#lost = computeLostMs(now);
    this.#cancel = clock.schedule(ms, () => this.#check(), 'deadline');
  }

  #check(): void {
    const now = clock.now();
    const lost = computeLostMs(now);
    const owed = Math.min(lost - this.#lost, this.#endsAt - now);
    if (owed <= 0) {
      this.clear();
      this.#over();
      return;
    }
    this.#lost = lost;
    this.#cancel = clock.schedule(owed, () => this.#check(), 'deadline');
  }

  clear(): void {
    this.#cancel();
    if (!this.#isClear) ticker.listeners -= 1;
    this.#isClear = true;
  }
}

/** Milliseconds lost so far, including those since the last tick. */
function computeLostMs(now: number): number {
  const late = now - ticker.last - tickIntervalMs;
  return ticker.lost + (late > lateTickMs ? late : 0);
}

function recordTick(): void {
  const now = clock.now();
  ticker.lost = computeLostMs(now);
  ticker.last = now;
  if (ticker.listeners > 0) return;
  clearInterval(ticker.beats);
  ticker.beats = undefined;
}
