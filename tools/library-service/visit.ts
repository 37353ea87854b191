import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../../src/demo/service/http/answer.js';
import type { Json } from '../../src/demo/service/http/json.js';
import type { StoredItems } from './stored-items.js';

/** What was answered under idempotency keys, by path and key. */
export type KeyStore = Map<string, { readonly content: string; readonly answer: Answer }>;

/** Everything that requests share. */
export interface Library {
  readonly stock: StoredItems;
  readonly keys: KeyStore;
  readonly document: Json;
}

/** A request as it came in. */
export interface LibraryRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
}

/** A request and what it is about to meet. */
export interface LibraryContext extends LibraryRequest {
  readonly query: URLSearchParams;
  readonly library: Library;
}
