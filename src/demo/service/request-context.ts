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

export interface RequestContext extends Request {
  readonly query: URLSearchParams;
  readonly resource: Resource;
  /** Decoded id of the path; '' without one. */
  readonly id: string;
  readonly order: Order | undefined;
  readonly parent?: Order;
  readonly action: ActionName | undefined;
  /** Owner of the credential, even if it is expired. */
  readonly caller: Caller | undefined;
  /** The service in the tenant of the order, otherwise of the caller. */
  readonly service: Service;
}

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

export interface ReferenceClaim {
  readonly method: OrderChange['method'];
  readonly reference: string;
  /** The order with the reference; undefined before it is created. */
  readonly order: Order | undefined;
  readonly orders: Orders;
}

export interface ContentCheck {
  readonly what: 'order' | ActionName;
  readonly value: Json;
  readonly schema: Schema;
  readonly orders: Orders;
}

export interface Schemas {
  readonly input: Schema;
  readonly creation: Schema;
  readonly output: Schema;
  readonly patch: Schema;
}

export interface Service {
  readonly settings: Settings;
  readonly ids: IdForm;
  readonly tenant: string;
  readonly orders: Orders;
  readonly archive: Orders;
  readonly pages: PageStyle;
  readonly schemas: Schemas;
  readonly document: Json;
  readonly random: SeededRandom;
  readonly traffic: Traffic;
  readonly deferredTasks: DeferredTasks;
  inTenant(tenant: string): Service;
  /** The services of all tenants so far. */
  tenants(): readonly Service[];
  perform(operation: ServiceOperation, visit: RequestContext): Answer;
  /** Performs once for each idempotency key. */
  once(use: KeyUse): AnswerResult;
  /** Continues, or returns a 429 response. */
  limit(request: Request, caller: string, proceed: () => AnswerResult): AnswerResult;
  /** Returns the context with the state that a read sees. */
  alterRead(visit: RequestContext): RequestContext;
  /** Continues, or returns a refusal. */
  admit(visit: RequestContext, proceed: () => AnswerResult): AnswerResult;
  complaints(check: ContentCheck): readonly Complaint[];
  isTaken(claim: ReferenceClaim): boolean;
  /** The content to store for a valid write. */
  acceptChange(change: OrderChange): JsonObject;
  /** Additional undocumented members. */
  shows(order: Order): JsonObject;
  links(order: Order): Links;
  /** The text from which the entity tag of an order is computed. */
  stamp(order: Order): string;
  finish(request: Request, answer: Answer): Answer;
}

export interface KeyUse {
  readonly visit: RequestContext;
  /** The scope of a key: tenant and target. */
  readonly scope: string;
  readonly key: string;
  /** The content as text, independent of its spelling. */
  readonly content: string;
  perform(): AnswerResult;
}

export interface PageStyle {
  readonly parameters: readonly JsonObject[];
  readonly sizeName: string;
  readonly startName: string;
  /** Statuses besides 200 of a page request. */
  readonly problems: readonly number[];
  schema(item: Schema, stamps: Stamps): Schema;
  /** Answers a page request; `steps` replace steps of the style. */
  answer(visit: RequestContext, steps?: PageSteps): Answer;
}

export type Stamps = { readonly [member: string]: Schema };

/** Replacements of paging steps by a fault, from the correct result. A step that returns a response refuses with it. */
export interface PageSteps {
  /** Number of entries of the page; `asked` is null without a parameter. */
  readonly size?: (asked: string | null, correct: number | Answer, visit: RequestContext) => number | Answer;
  readonly start?: (asked: string | null, correct: number | Answer, visit: RequestContext) => number | Answer;
  readonly select?: (window: PageWindow, correct: readonly Order[], visit: RequestContext) => readonly Order[];
  readonly filter?: (order: Order, correct: boolean, visit: RequestContext) => boolean;
  /** Start of the next page; undefined at the end. `page` is the current one, `correct` the correct result. */
  readonly next?: (page: OrderPage, correct: number | undefined) => number | undefined;
  /** The reported total; it does not change the end. */
  readonly total?: (correct: number, visit: RequestContext) => number;
  readonly sort?: (correct: readonly Order[], visit: RequestContext) => readonly Order[];
  readonly link?: (correct: LinkQuery, visit: RequestContext) => LinkQuery;
  /** The whole response. */
  readonly show?: (page: OrderPage, correct: Answer) => Answer;
}

export type PageWindow = Pick<OrderPage, 'start' | 'size'>;

export type LinkQuery = Readonly<Record<string, string>>;

export interface OrderPage {
  readonly visit: RequestContext;
  /** Its start: the index of its first order, or the position before it. */
  readonly start: number;
  readonly size: number;
  readonly orders: readonly Order[];
  readonly next: number | undefined;
  readonly total: number;
  readonly last: number;
}

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
