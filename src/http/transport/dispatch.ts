import type { Dispatcher } from 'undici';
import type { HeaderFields, HttpResponse } from '../../model/exchange.js';
import { decodeContent } from './content-coding.js';
import { startDeadline } from './deadline.js';
import { findExcess, parseJson } from './parse-json.js';
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

/**
 * Sends a request along a route. Resolves to the response, or to the reason for a missing answer; `onUnusable` gets what arrived of a
 * response that cannot be used.
 */
export function dispatch(
  route: Route,
  sent: WireRequest,
  timeoutMs: number,
  onUnusable: (response: UnusableResponse) => void = () => {},
): Promise<HttpResponse | string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let status = 0;
    let headers: HeaderFields = {};
    let controller: Dispatcher.DispatchController | undefined;
    let isOver = false;
    const finish = (result: HttpResponse | string) => {
      if (isOver) return;
      isOver = true;
      deadline.clear();
      resolve(result);
    };
    const stop = (why: string) => {
      finish(why);
      controller?.abort(new Error(why));
    };
    const deadline = startDeadline(timeoutMs, () => stop(`no answer within ${timeoutMs} ms`));
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
          headers = fields as HeaderFields;
        },
        onResponseData(_, chunk) {
          length += chunk.length;
          if (length > contentLimit) {
            onUnusable({ status, beginning: readBeginning(headers, chunks) });
            stop(`content longer than ${contentLimit} octets`);
          } else if (chunks.push(chunk) > maxChunks) chunks.push(Buffer.concat(chunks.splice(0)));
        },
        onResponseEnd() {
          const response = buildResponse(status, headers, chunks);
          if (typeof response === 'string') onUnusable({ status, beginning: readBeginning(headers, chunks) });
          finish(response);
        },
        onResponseError: (_, error) => finish(explainError(error)),
      },
    );
  });
}

/** Parsed content, created on first use: most responses are judged by their status alone. */
const parsedContent = new WeakMap<HttpResponse, { readonly json: HttpResponse['json'] }>();

/** One shared getter, because a getter for each response would give every object its own hidden class. */
const lazyJsonProperty = {
  enumerable: true,
  configurable: true,
  get(this: HttpResponse): HttpResponse['json'] {
    const known = parsedContent.get(this);
    if (known !== undefined) return known.json;
    const json = parseJson(this.text);
    parsedContent.set(this, { json });
    return json;
  },
};

function buildResponse(status: number, headers: HeaderFields, chunks: readonly Buffer[]): HttpResponse | string {
  const [only = Buffer.alloc(0)] = chunks;
  const isCoded = headers['content-encoding'] !== undefined;
  const whole = chunks.length > 1 ? Buffer.concat(chunks) : only;
  const content = isCoded ? decodeContent(headers, whole, contentLimit) : whole;
  if (typeof content === 'string') return content;
  const text = content.toString();
  const excess = findExcess(text);
  if (excess !== undefined) return excess;
  return Object.defineProperty({ status, headers, text } as HttpResponse, 'json', lazyJsonProperty);
}

/** Maximum lengths of the beginning of content that cannot be used, in octets as they arrived and as they are decoded. */
const beginningLength = 16 * 1024;
const decodedLength = 64 * 1024;

function readBeginning(headers: HeaderFields, chunks: readonly Buffer[]): string {
  const first = Buffer.concat(chunks).subarray(0, beginningLength);
  const content = decodeContent(headers, first, contentLimit, true);
  return typeof content === 'string' ? '' : content.subarray(0, decodedLength).toString();
}

function explainError(error: Error & { code?: string }): string {
  if (error.code === 'ERR_ASSERTION') return 'an answer whose status is not a status code';
  const cause = error.cause as (Error & { code?: string }) | undefined;
  return [error.code ?? cause?.code, error.message || cause?.message].filter(Boolean).join(': ') || error.name;
}
