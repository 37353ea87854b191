import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.js';
import type { IdempotencyKeys } from './idempotency-keys.js';
import type { IdForm } from './ids.js';
import type { Json, JsonObject } from './json.js';
import type { ActionName, Order, Orders } from './orders.js';
import type { PageStyle } from './pages/index.js';
import type { Settings } from './settings.js';
import type { Schema } from './validate.js';

/** What the service does with one method on one kind of resource; GET and HEAD share what they read. */
export type Operation =
  | 'read directory'
  | 'GET directory'
  | 'HEAD directory'
  | 'read document'
  | 'GET document'
  | 'HEAD document'
  | 'read orders'
  | 'GET orders'
  | 'HEAD orders'
  | 'POST orders'
  | 'read order'
  | 'GET order'
  | 'HEAD order'
  | 'PUT order'
  | 'PATCH order'
  | 'DELETE order'
  | 'read action'
  | 'GET action'
  | 'HEAD action'
  | 'POST action';

/** One request, and what is known about its target. */
export interface Visit {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
  /** Id in the path, decoded; '' where there is none. */
  readonly id: string;
  readonly order: Order | undefined;
  readonly action: ActionName | undefined;
  readonly service: Service;
}

/** Answers one operation. */
export type Handler = (visit: Visit) => Answer;

/** A valid write on its way to the store. */
export interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  /** The writable members as they shall be, defaults not yet filled in. */
  readonly input: JsonObject;
  /** What the client sent. */
  readonly sent: Json;
  readonly before: JsonObject | undefined;
}

/** Everything the handlers share. */
export interface Service {
  readonly settings: Settings;
  readonly ids: IdForm;
  readonly orders: Orders;
  readonly keys: IdempotencyKeys;
  readonly pages: PageStyle;
  readonly schemas: { readonly input: Schema; readonly output: Schema; readonly patch: Schema };
  readonly document: Json;
  /** Runs an operation with whatever is laid around it. */
  perform(operation: Operation, visit: Visit): Answer;
  /** What is stored of a valid write. */
  intake(change: Change): JsonObject;
  /** Members shown beside the documented ones. */
  shows(order: Order): JsonObject;
}
