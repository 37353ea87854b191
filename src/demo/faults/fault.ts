import type { InventoryFault } from '../inventory/answer-inventory.js';
import type { Answer, AnswerResult } from '../service/http/answer.js';
import type { JsonObject } from '../service/http/json.js';
import type { Request } from '../service/http/request.js';
import type { Complaint } from '../service/http/validate.js';
import type { IdempotencyKeys } from '../service/keys/idempotency-keys.js';
import type { Order } from '../service/orders/order.js';
import type {
  ContentCheck,
  KeyUse,
  Links,
  OrderChange,
  PageSteps,
  ReferenceClaim,
  RequestContext,
  ServiceOperation,
} from '../service/request-context.js';

/** An injected bug that breaks one promise. */
export interface Fault {
  readonly name: string;
  /** One sentence that describes the fault. */
  readonly does: string;
  readonly violates: readonly string[];
  /** Rules that find it, too, where the requests of other rules happen to show its consequences. */
  readonly mayAlsoViolate?: readonly string[];
  /** Whether it shows only for special values or sequences. */
  readonly isSubtle: boolean;
  /** Dialects without which it has no effect. */
  readonly dialect?: readonly string[];
  /** Whether only the requests of many other rules show it. */
  readonly isFoundInTraffic?: true;
  /** Whether only a run that may send floods of requests finds it. */
  readonly isFlood?: true;
  /** Whether only a comparison with an earlier audit finds it. */
  readonly isChange?: true;
  /** Rules that find it only after other rules have changed the state of the service, so that they do not find it alone. */
  readonly foundAfterOthers?: readonly string[];
}

/** Wraps an operation: may act before and after `next`, change the request context or the response, or not call it. */
export type OperationWrapper = (visit: RequestContext, next: (visit?: RequestContext) => Answer) => Answer;

/** Wraps a check: `decide` is the correct refusal or undefined, `proceed` continues. */
export type Guard<Subject> = (
  subject: Subject,
  decide: () => Answer | undefined,
  proceed: () => AnswerResult,
) => AnswerResult;

/** Wraps the store of idempotency keys: may change the identity of a key, forget it, or bypass the store. */
export type KeyStoreWrapper = (use: KeyUse, next: (use: KeyUse) => AnswerResult, keys: IdempotencyKeys) => AnswerResult;

export interface FaultSteps {
  readonly around?: Readonly<Partial<Record<ServiceOperation, OperationWrapper>>>;
  readonly acceptChange?: (change: OrderChange) => JsonObject;
  /** Additional undocumented members of an order; `members` lists their names, so that clients may send them back. */
  readonly createExtraMembers?: (order: Order) => JsonObject;
  readonly members?: readonly string[];
  /** Wraps the check of every request to a known path; `visit.caller` and `visit.service` are set. */
  readonly admission?: Guard<RequestContext>;
  readonly limits?: Guard<Request>;
  readonly keys?: KeyStoreWrapper;
  /** Changes the state that a read sees. */
  readonly alterRead?: (visit: RequestContext) => RequestContext;
  readonly paging?: PageSteps;
  readonly complaints?: (check: ContentCheck, correct: readonly Complaint[]) => readonly Complaint[];
  readonly isTaken?: (claim: ReferenceClaim, correct: boolean) => boolean;
  readonly links?: (order: Order, correct: Links) => Links;
  /** Changes the text from which the entity tag of an order is computed. */
  readonly stamp?: (order: Order, correct: string) => string;
  readonly inventory?: InventoryFault;
  /** Changes any response at the end, including those for unknown paths and methods. */
  readonly respond?: (request: Request, answer: Answer) => Answer;
}

/** A fault with its steps, which are created for each server because they have state. */
export interface InjectedFault extends Fault {
  steps(): FaultSteps;
}

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

/** Creates a fault that shows only for special values or sequences. */
export const createSubtleFault = (...parts: Parameters<typeof createFault>): InjectedFault => ({
  ...createFault(...parts),
  isSubtle: true,
});

export const requireDialects = (breakage: InjectedFault, ...dialect: readonly string[]): InjectedFault => ({
  ...breakage,
  dialect,
});

export const requireFlood = (breakage: InjectedFault): InjectedFault => ({ ...breakage, isFlood: true });

/** Marks a fault that only a comparison with an earlier audit finds. */
export const requireBaseline = (breakage: InjectedFault): InjectedFault => ({ ...breakage, isChange: true });
