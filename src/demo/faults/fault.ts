import type { Answer, AnswerResult } from '../service/http/answer.js';
import type { JsonObject } from '../service/http/json.js';
import type { Request } from '../service/http/request.js';
import type { Complaint } from '../service/http/validate.js';
import type { IdempotencyKeys } from '../service/keys/idempotency-keys.js';
import type { Links } from '../service/orders/link-targets.js';
import type { Order } from '../service/orders/order.js';
import type { PageSteps } from '../service/pages/pages.js';
import type {
  ContentCheck,
  KeyUse,
  OrderChange,
  ReferenceClaim,
  RequestContext,
  ServiceOperation,
} from '../service/request-context.js';

/** One way to break one promise. */
export interface Fault {
  readonly name: string;
  /** One sentence: what it does. */
  readonly does: string;
  /** Ids of the rules that must notice it. */
  readonly violates: readonly string[];
  /** Whether it shows only under special values or sequences. */
  readonly isSubtle: boolean;
  /** Dialects without which it cannot be seen. */
  readonly dialect?: readonly string[];
  /** Whether it shows only to those who may send floods of requests. */
  readonly isFlood?: true;
  /** Whether it shows only to those who know what was there before. */
  readonly isChange?: true;
}

/** Lies around an operation: may act before and after `next`, change the visit it sees or its answer, or not call it at all. */
export type OperationWrapper = (visit: RequestContext, next: (visit?: RequestContext) => Answer) => Answer;

/** Stands at a door: `decide` is the sound refusal or undefined, `proceed` does what lies behind the door. */
export type Guard<Subject> = (
  subject: Subject,
  decide: () => Answer | undefined,
  proceed: () => AnswerResult,
) => AnswerResult;

/** Lies around the store of idempotency keys: may change what makes a key one key, forget it, or go past the store. */
export type KeyStoreWrapper = (use: KeyUse, next: (use: KeyUse) => AnswerResult, keys: IdempotencyKeys) => AnswerResult;

/** What a fault puts in place of the sound steps. */
export interface FaultSteps {
  readonly around?: Readonly<Partial<Record<ServiceOperation, OperationWrapper>>>;
  readonly acceptChange?: (change: OrderChange) => JsonObject;
  /** Members it shows beside the documented ones; `members` names them, so that they may be sent back. */
  readonly createExtraMembers?: (order: Order) => JsonObject;
  readonly members?: readonly string[];
  /** Stands before everything that is asked of a known path; `visit.caller` and `visit.service` are known by then. */
  readonly admission?: Guard<RequestContext>;
  /** Stands before every request. */
  readonly limits?: Guard<Request>;
  readonly keys?: KeyStoreWrapper;
  /** What a visit that reads is shown in place of what is. */
  readonly alterRead?: (visit: RequestContext) => RequestContext;
  readonly paging?: PageSteps;
  /** Says what is wrong with content in place of the sound complaints. */
  readonly complaints?: (check: ContentCheck, sound: readonly Complaint[]) => readonly Complaint[];
  readonly isTaken?: (claim: ReferenceClaim, sound: boolean) => boolean;
  readonly links?: (order: Order, sound: Links) => Links;
  /** What tells one state of an order from another in its validator. */
  readonly stamp?: (order: Order, sound: string) => string;
  /** Lies around the giving of a shape to errors. */
  readonly shapeError?: (answer: Answer, next: (answer: Answer) => Answer) => Answer;
  /** Has the last word over any answer, those for unknown paths and methods too. */
  readonly respond?: (request: Request, answer: Answer) => Answer;
}

/** A fault and its steps, made anew for each server so that what it remembers stays with one. */
export interface InjectedFault extends Fault {
  steps(): FaultSteps;
}

/** A fault that shows at once. */
export const createFault = (
  name: string,
  does: string,
  violates: string | readonly string[],
  steps: () => FaultSteps,
): InjectedFault => ({
  name,
  does,
  violates: typeof violates === 'string' ? [violates] : violates,
  isSubtle: false,
  steps,
});

/** A fault that shows only under special values or sequences. */
export const createSubtleFault = (...said: Parameters<typeof createFault>): InjectedFault => ({
  ...createFault(...said),
  isSubtle: true,
});

/** The fault, started with the dialects it needs. */
export const requireDialects = (breakage: InjectedFault, ...dialect: readonly string[]): InjectedFault => ({
  ...breakage,
  dialect,
});

/** The fault, looked for by floods of requests alone. */
export const requireFlood = (breakage: InjectedFault): InjectedFault => ({ ...breakage, isFlood: true });

/** The fault, looked for by those who know what was there before. */
export const requireBaseline = (breakage: InjectedFault): InjectedFault => ({ ...breakage, isChange: true });
