import type { Caller } from './access/caller.js';
import type { DeferredTasks } from './deferred-tasks.js';
import type { Answer, AnswerResult } from './http/answer.js';
import type { Json, JsonObject } from './http/json.js';
import type { Request } from './http/request.js';
import type { Complaint, Schema } from './http/validate.js';
import type { ActionName, Order } from './orders/order.js';
import type { IdForm } from './orders/order-ids.js';
import type { Orders } from './orders/orders.js';
import type { SeededRandom } from './seeded-random.js';
import type { Settings } from './settings.js';
import type { Traffic } from './volatile/traffic.js';

/** One method on one kind of resource; GET and HEAD share what they read. */
export type ServiceOperation =
  | `${'read' | 'GET' | 'HEAD'} ${Resource}`
  | `POST ${'orders' | 'action' | 'parts'}`
  | `${'PUT' | 'PATCH' | 'DELETE'} ${'order' | 'part'}`
  | 'DELETE action';

/** Targets by relation. */
export type Links = Readonly<Record<string, string>>;

/** A request with its target and its sender. */
export interface RequestContext extends Request {
  readonly query: URLSearchParams;
  readonly resource: Resource;
  /** Decoded id of the path; '' without one. */
  readonly id: string;
  readonly order: Order | undefined;
  /** The order that a part belongs to. */
  readonly parent?: Order;
  readonly action: ActionName | undefined;
  /** Owner of the credential, even if it is expired. */
  readonly caller: Caller | undefined;
  /** The service in the tenant of the order, otherwise of the caller. */
  readonly service: Service;
}

/** Answers one operation. */
export type Handler = (visit: RequestContext) => Answer;

/** A valid write before it is stored. */
export interface OrderChange {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  /** The new writable members, without defaults. */
  readonly input: JsonObject;
  /** What the client sent. */
  readonly sent: Json;
  readonly before: JsonObject | undefined;
}

/** A reference before it is stored. */
export interface ReferenceClaim {
  readonly method: OrderChange['method'];
  readonly reference: string;
  /** The order with the reference; undefined before it is created. */
  readonly order: Order | undefined;
  readonly orders: Orders;
}

/** Content to be checked against a schema and further constraints. */
export interface ContentCheck {
  readonly what: 'order' | ActionName;
  readonly value: Json;
  readonly schema: Schema;
  readonly orders: Orders;
}

/** The schemas of an order. */
export interface Schemas {
  readonly input: Schema;
  /** For creations. */
  readonly creation: Schema;
  readonly output: Schema;
  readonly patch: Schema;
}

/** Everything the handlers share. */
export interface Service {
  readonly settings: Settings;
  readonly ids: IdForm;
  readonly tenant: string;
  readonly orders: Orders;
  /** Completed orders. */
  readonly archive: Orders;
  readonly pages: PageStyle;
  readonly schemas: Schemas;
  readonly document: Json;
  readonly random: SeededRandom;
  readonly traffic: Traffic;
  /** Accepted tasks. */
  readonly deferredTasks: DeferredTasks;
  /** The same service for another tenant. */
  inTenant(tenant: string): Service;
  /** The services of all tenants so far. */
  tenants(): readonly Service[];
  /** Runs an operation with its wrappers. */
  perform(operation: ServiceOperation, visit: RequestContext): Answer;
  /** Performs once for each idempotency key. */
  once(use: KeyUse): AnswerResult;
  /** Continues, or returns a 429 response. */
  limit(request: Request, caller: string, proceed: () => AnswerResult): AnswerResult;
  /** Returns the context with the state that a read sees. */
  alterRead(visit: RequestContext): RequestContext;
  /** Continues, or returns a refusal. */
  admit(visit: RequestContext, proceed: () => AnswerResult): AnswerResult;
  /** The complaints about content. */
  complaints(check: ContentCheck): readonly Complaint[];
  /** Whether another order has the reference. */
  isTaken(claim: ReferenceClaim): boolean;
  /** The content to store for a valid write. */
  acceptChange(change: OrderChange): JsonObject;
  /** Additional undocumented members. */
  shows(order: Order): JsonObject;
  /** The links of an order in its state. */
  links(order: Order): Links;
  /** The text from which the entity tag of an order is computed. */
  stamp(order: Order): string;
  /** Applies the final format to a response. */
  finish(request: Request, answer: Answer): Answer;
}

export interface KeyUse {
  readonly visit: RequestContext;
  /** The scope of a key: tenant and target. */
  readonly scope: string;
  readonly key: string;
  /** The content as text, independent of its spelling. */
  readonly content: string;
  /** Performs the request. */
  perform(): AnswerResult;
}

/** How a collection is paged. */
export interface PageStyle {
  readonly parameters: readonly JsonObject[];
  readonly sizeName: string;
  /** Name of the parameter for the start of a page. */
  readonly startName: string;
  /** Statuses besides 200 of a page request. */
  readonly problems: readonly number[];
  /** Schema of a page with the given schemas of an entry and of additional members. */
  schema(item: Schema, stamps: Stamps): Schema;
  /** Answers a page request; `steps` replace steps of the style. */
  answer(visit: RequestContext, steps?: PageSteps): Answer;
}

export type Stamps = { readonly [member: string]: Schema };

/** Replacements of paging steps by a fault, from the correct result. A step that returns a response refuses with it. */
export interface PageSteps {
  /** Number of entries of the page; `asked` is null without a parameter. */
  readonly size?: (asked: string | null, correct: number | Answer, visit: RequestContext) => number | Answer;
  /** The start of the page. */
  readonly start?: (asked: string | null, correct: number | Answer, visit: RequestContext) => number | Answer;
  /** The orders on it. */
  readonly select?: (window: PageWindow, correct: readonly Order[], visit: RequestContext) => readonly Order[];
  /** Whether the filters of a request select an order. */
  readonly filter?: (order: Order, correct: boolean, visit: RequestContext) => boolean;
  /** Start of the next page; undefined at the end. `page` is the current one, `correct` the correct result. */
  readonly next?: (page: OrderPage, correct: number | undefined) => number | undefined;
  /** The reported total; it does not change the end. */
  readonly total?: (correct: number, visit: RequestContext) => number;
  /** The selected orders in the requested order. */
  readonly sort?: (correct: readonly Order[], visit: RequestContext) => readonly Order[];
  /** The query of every page link. */
  readonly link?: (correct: LinkQuery, visit: RequestContext) => LinkQuery;
  /** The whole response. */
  readonly show?: (page: OrderPage, correct: Answer) => Answer;
}

/** The requested range of orders. */
export type PageWindow = Pick<OrderPage, 'start' | 'size'>;

/** The query of a link, by names of parameters. */
export type LinkQuery = Readonly<Record<string, string>>;

/** A page before it is rendered. */
export interface OrderPage {
  readonly visit: RequestContext;
  /** Its start: the index of its first order, or the position before it. */
  readonly start: number;
  readonly size: number;
  readonly orders: readonly Order[];
  /** Start of the next page; undefined at the end. */
  readonly next: number | undefined;
  readonly total: number;
  /** Start of the last page. */
  readonly last: number;
}

/** A kind of resource. */
export type Resource =
  | 'directory'
  | 'document'
  | 'orders'
  | 'order'
  | 'action'
  | 'parts'
  | 'part'
  | 'archive'
  | 'archived'
  | 'operation';
