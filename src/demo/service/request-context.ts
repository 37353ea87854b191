import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from './access/callers.js';
import type { Later } from './deferred-tasks.js';
import type { Answer, Answering } from './http/answer.js';
import type { Json, JsonObject } from './http/json.js';
import type { Complaint, Schema } from './http/validate.js';
import type { KeyUse } from './keys/idempotency-keys.js';
import type { IdForm } from './orders/order-ids.js';
import type { Links } from './orders/order-links.js';
import type { ActionName, Order, Orders } from './orders/orders.js';
import type { PageStyle } from './pages/pages.js';
import type { Resource } from './routes.js';
import type { Chance } from './seeded-random.js';
import type { Settings } from './settings.js';
import type { Traffic } from './volatile/traffic.js';

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
  | 'POST action'
  | 'read archive'
  | 'GET archive'
  | 'HEAD archive'
  | 'read operation'
  | 'GET operation'
  | 'HEAD operation'
  | 'read archived'
  | 'GET archived'
  | 'HEAD archived';

/** A request as it came in, before anything is known about its target. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
  /** Where it came from. */
  readonly address: string;
  /** Which of several replicas has it, where there are several. */
  readonly replica?: number;
  /** Settles when the exchange is over: whether the answer was handed over before the client left. */
  wasHandedOver(): Promise<boolean>;
}

/** One request, and what is known about its target and its sender. */
export interface Visit extends Request {
  readonly query: URLSearchParams;
  readonly resource: Resource;
  /** Id in the path, decoded; '' where there is none. */
  readonly id: string;
  readonly order: Order | undefined;
  readonly action: ActionName | undefined;
  /** Whom the credential names, even if it is valid no longer. */
  readonly caller: Caller | undefined;
  /** The service as the tenant has it to whom the order belongs, or else the caller. */
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

/** A reference on its way to the store. */
export interface Claim {
  readonly method: Change['method'];
  readonly reference: string;
  /** The order that claims it; undefined before it is made. */
  readonly order: Order | undefined;
  readonly orders: Orders;
}

/** Content that is compared with a schema, and with what no schema can say. */
export interface Check {
  readonly what: 'order' | ActionName;
  readonly value: Json;
  readonly schema: Schema;
}

/** The schemas of an order. */
export interface Schemas {
  readonly input: Schema;
  /** As a creation takes it. */
  readonly creation: Schema;
  readonly output: Schema;
  readonly patch: Schema;
}

/** Everything the handlers share. */
export interface Service {
  readonly settings: Settings;
  readonly ids: IdForm;
  readonly tenant: string;
  /** The orders of the tenant. */
  readonly orders: Orders;
  /** The orders that are over. */
  readonly archive: Orders;
  readonly pages: PageStyle;
  readonly schemas: Schemas;
  readonly document: Json;
  readonly chance: Chance;
  readonly traffic: Traffic;
  /** What was accepted, and is done later. */
  readonly later: Later;
  /** The same service as another tenant has it. */
  inTenant(tenant: string): Service;
  /** The service of each tenant that has been here. */
  tenants(): readonly Service[];
  /** Runs an operation with whatever is laid around it. */
  perform(operation: Operation, visit: Visit): Answer;
  /** Performs once for each idempotency key. */
  once(use: KeyUse): Answering;
  /** Lets a request in, or answers that its caller sends too many. */
  limit(request: Request, caller: string, proceed: () => Answering): Answering;
  /** The visit as one that reads is shown it. */
  reads(visit: Visit): Visit;
  /** Lets a visitor in, or answers why not. */
  admit(visit: Visit, proceed: () => Answering): Answering;
  /** What is wrong with content. */
  complaints(check: Check): readonly Complaint[];
  /** Whether another order has the reference. */
  isTaken(claim: Claim): boolean;
  /** What is stored of a valid write. */
  intake(change: Change): JsonObject;
  /** Members shown beside the documented ones. */
  shows(order: Order): JsonObject;
  /** What an order offers in its state. */
  links(order: Order): Links;
  /** What tells one state of an order from another in its validator. */
  stamp(order: Order): string;
  /** The answer as it leaves the house. */
  finish(request: Request, answer: Answer): Answer;
}
