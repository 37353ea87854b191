import type { Dispatcher } from 'undici';
import type { Headers } from '../../model/exchange.js';
import type { Answer } from '../exchange.js';
import { decoded } from './content-coding.js';
import { deadlineIn } from './deadline.js';
import { excessIn, parseJson } from './parse-json.js';
import type { Route } from './routes.js';

/** Longest content that is read, in octets; more is silence. */
const contentLimit = 16 * 1024 * 1024;

/** Pieces after which content is put together: each may be a crumb of a larger buffer, which it keeps alive. */
const mostPieces = 512;

/** A request ready for the wire. */
export interface Dispatched {
  readonly method: string;
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly content: string | undefined;
}

/** Sends along the route; resolves with the answer, or with the reason for silence. */
export function dispatch(route: Route, sent: Dispatched, timeoutMs: number): Promise<Answer | string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let status = 0;
    let headers: Headers = {};
    let controller: Dispatcher.DispatchController | undefined;
    let isOver = false;
    const finish = (heard: Answer | string) => {
      if (isOver) return;
      isOver = true;
      deadline.clear();
      resolve(heard);
    };
    const stop = (why: string) => {
      finish(why);
      controller?.abort(new Error(why));
    };
    const deadline = deadlineIn(timeoutMs, () => stop(`no answer within ${timeoutMs} ms`));
    route.pool.dispatch(
      {
        path: route.ahead + sent.target,
        method: sent.method as Dispatcher.HttpMethod,
        headers: route.fields === undefined ? sent.headers : { ...sent.headers, ...route.fields },
        body: sent.content ?? null,
      },
      {
        onRequestStart(begun) {
          controller = begun;
          if (isOver) begun.abort(new Error('deadline'));
        },
        onResponseStart(_, code, fields) {
          status = code;
          headers = fields as Headers;
        },
        onResponseData(_, chunk) {
          length += chunk.length;
          if (length > contentLimit) stop(`content longer than ${contentLimit} octets`);
          else if (chunks.push(chunk) > mostPieces) chunks.push(Buffer.concat(chunks.splice(0)));
        },
        onResponseEnd: () => finish(answerOf(status, headers, chunks)),
        onResponseError: (_, error) => finish(whyOf(error)),
      },
    );
  });
}

/** What content says that somebody asked for: most answers are judged by their status alone. */
const read = new WeakMap<Answer, { readonly json: Answer['json'] }>();

/** One getter for all answers: with one of its own, each would be an object of a kind of its own, which is slow to use. */
const lazily = {
  enumerable: true,
  configurable: true,
  get(this: Answer): Answer['json'] {
    const known = read.get(this);
    if (known !== undefined) return known.json;
    const json = parseJson(this.text);
    read.set(this, { json });
    return json;
  },
};

function answerOf(status: number, headers: Headers, chunks: readonly Buffer[]): Answer | string {
  const [only = Buffer.alloc(0)] = chunks;
  const isCoded = headers['content-encoding'] !== undefined;
  const whole = chunks.length > 1 ? Buffer.concat(chunks) : only;
  const content = isCoded ? decoded(headers, whole, contentLimit) : whole;
  if (typeof content === 'string') return content;
  const text = content.toString();
  const excess = excessIn(text);
  if (excess !== undefined) return excess;
  return Object.defineProperty({ status, headers, text } as Answer, 'json', lazily);
}

function whyOf(error: Error & { code?: string }): string {
  if (error.code === 'ERR_ASSERTION') return 'an answer whose status is no status code';
  const cause = error.cause as (Error & { code?: string }) | undefined;
  return [error.code ?? cause?.code, error.message || cause?.message].filter(Boolean).join(': ') || error.name;
}
