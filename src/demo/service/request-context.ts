import type { Caller } from './access/caller.js';
import type { DeferredTasks } from './deferred-tasks.js';
import type { Answer, AnswerResult } from './http/answer.js';
import type { Json, JsonObject } from './http/json.js';
import type { Request } from './http/request.js';
import type { Complaint, Schema } from './http/validate.js';
import type { Links } from './orders/link-targets.js';
import type { ActionName, Order } from './orders/order.js';
import type { IdForm } from './orders/order-ids.js';
import type { Orders } from './orders/orders.js';
import type { SeededRandom } from './seeded-random.js';
import type { Settings } from './settings.js';
import type { Traffic } from './volatile/traffic.js';

/** What the service does with one method on one kind of resource; GET and HEAD share what they read. */
export type ServiceOperation =
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

/** One request, and what is known about its target and its sender. */
export interface RequestContext extends Request {
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
export type Handler = (visit: RequestContext) => Answer;

/** A valid write on its way to the store. */
export interface OrderChange {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  /** The writable members as they shall be, defaults not yet filled in. */
  readonly input: JsonObject;
  /** What the client sent. */
  readonly sent: Json;
  readonly before: JsonObject | undefined;
}

/** A reference on its way to the store. */
export interface ReferenceClaim {
  readonly method: OrderChange['method'];
  readonly reference: string;
  /** The order that claims it; undefined before it is made. */
  readonly order: Order | undefined;
  readonly orders: Orders;
}

/** Content that is compared with a schema, and with what no schema can say. */
export interface ContentCheck {
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
  readonly random: SeededRandom;
  readonly traffic: Traffic;
  /** What was accepted, and is done later. */
  readonly deferredTasks: DeferredTasks;
  /** The same service as another tenant has it. */
  inTenant(tenant: string): Service;
  /** The service of each tenant that has been here. */
  tenants(): readonly Service[];
  /** Runs an operation with whatever is laid around it. */
  perform(operation: ServiceOperation, visit: RequestContext): Answer;
  /** Performs once for each idempotency key. */
  once(use: KeyUse): AnswerResult;
  /** Lets a request in, or answers that its caller sends too many. */
  limit(request: Request, caller: string, proceed: () => AnswerResult): AnswerResult;
  /** The visit as one that reads is shown it. */
  alterRead(visit: RequestContext): RequestContext;
  /** Lets a visitor in, or answers why not. */
  admit(visit: RequestContext, proceed: () => AnswerResult): AnswerResult;
  /** What is wrong with content. */
  complaints(check: ContentCheck): readonly Complaint[];
  /** Whether another order has the reference. */
  isTaken(claim: ReferenceClaim): boolean;
  /** What is stored of a valid write. */
  acceptChange(change: OrderChange): JsonObject;
  /** Members shown beside the documented ones. */
  shows(order: Order): JsonObject;
  /** What an order offers in its state. */
  links(order: Order): Links;
  /** What tells one state of an order from another in its validator. */
  stamp(order: Order): string;
  /** The answer as it leaves the house. */
  finish(request: Request, answer: Answer): Answer;
}

/** One use of an idempotency key. */
export interface KeyUse {
  readonly visit: RequestContext;
  /** Within which a key is one key: tenant and target. */
  readonly scope: string;
  readonly key: string;
  /** One text for all spellings of the content. */
  readonly content: string;
  /** Does what is asked for. */
  perform(): AnswerResult;
}

/** How a collection is paged. */
export interface PageStyle {
  readonly parameters: readonly JsonObject[];
  readonly sizeName: string;
  /** Name of the parameter that says where a page begins. */
  readonly startName: string;
  /** Statuses beside 200 that a request for a page may be answered with. */
  readonly problems: readonly number[];
  /** Schema of a page, given the schemas of an entry and of what stands beside the entries. */
  schema(item: Schema, stamps: Stamps): Schema;
  /** Answers a request for a page, with the steps of a fault in place of its own. */
  answer(visit: RequestContext, steps?: PageSteps): Answer;
}

export type Stamps = { readonly [member: string]: Schema };

/**
 * What a fault puts in place of the sound steps of paging. Each step is given what the sound one came to, and takes
 * its place. Where a number may be an answer, the answer refuses the request. As a size, Number.MAX_SAFE_INTEGER is
 * as good as unbounded.
 */
export interface PageSteps {
  /** How many entries the page gets; `asked` is null where nothing was asked for. */
  readonly size?: (asked: string | null, sound: number | Answer, visit: RequestContext) => number | Answer;
  /** Where the page begins. */
  readonly start?: (asked: string | null, sound: number | Answer, visit: RequestContext) => number | Answer;
  /** The orders on it. */
  readonly select?: (window: PageWindow, sound: readonly Order[], visit: RequestContext) => readonly Order[];
  /** Where the next page begins; undefined at the end. `page` holds what is on this one, `sound` what should follow. */
  readonly next?: (page: OrderPage, sound: number | undefined) => number | undefined;
  /** How many orders there are said to be; does not move the end. */
  readonly total?: (sound: number, visit: RequestContext) => number;
  /** The query of every link that a page carries. */
  readonly link?: (sound: LinkQuery, visit: RequestContext) => LinkQuery;
  /** The answer as a whole. */
  readonly show?: (page: OrderPage, sound: Answer) => Answer;
}

/** Which part of the orders is asked for. */
export type PageWindow = Pick<OrderPage, 'start' | 'size'>;

/** The query of a link, by names of parameters. */
export type LinkQuery = Readonly<Record<string, string>>;

/** A page that was found, ready to be shown. */
export interface OrderPage {
  readonly visit: RequestContext;
  /** Where it begins: the index of its first order, or for what goes by order the position behind which it begins. */
  readonly start: number;
  readonly size: number;
  readonly orders: readonly Order[];
  /** Where the next page begins; undefined at the end. */
  readonly next: number | undefined;
  /** How many orders there are said to be. */
  readonly total: number;
  /** Where the last page begins. */
  readonly last: number;
}

/** A kind of resource. */
export type Resource = 'directory' | 'document' | 'orders' | 'order' | 'action' | 'archive' | 'archived' | 'operation';
