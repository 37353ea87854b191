import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../../src/demo/service/http/answer.js';
import type { Json } from '../../src/demo/service/http/json.js';
import type { Stock } from './stored-items.js';

/** What was answered under idempotency keys, by path and key. */
export type Keys = Map<string, { readonly content: string; readonly answer: Answer }>;

/** Everything that requests share. */
export interface Library {
  readonly stock: Stock;
  readonly keys: Keys;
  readonly document: Json;
}

/** A request as it came in. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
}

/** A request and what it is about to meet. */
export interface Visit extends Request {
  readonly query: URLSearchParams;
  readonly library: Library;
}
