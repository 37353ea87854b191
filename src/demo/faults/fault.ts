import type { Answer, Answering } from '../service/http/answer.js';
import type { JsonObject } from '../service/http/json.js';
import type { Request } from '../service/http/request.js';
import type { Complaint } from '../service/http/validate.js';
import type { IdempotencyKeys } from '../service/keys/idempotency-keys.js';
import type { Links } from '../service/orders/link-targets.js';
import type { Order } from '../service/orders/order.js';
import type { PageSteps } from '../service/pages/pages.js';
import type { Change, Check, Claim, KeyUse, Operation, Visit } from '../service/request-context.js';

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
export type Around = (visit: Visit, next: (visit?: Visit) => Answer) => Answer;

/** Stands at a door: `decide` is the sound refusal or undefined, `proceed` does what lies behind the door. */
export type Gate<Subject> = (subject: Subject, decide: () => Answer | undefined, proceed: () => Answering) => Answering;

/** Lies around the store of idempotency keys: may change what makes a key one key, forget it, or go past the store. */
export type KeyKeeping = (use: KeyUse, next: (use: KeyUse) => Answering, keys: IdempotencyKeys) => Answering;

/** What a fault puts in place of the sound steps. */
export interface Steps {
  readonly around?: Readonly<Partial<Record<Operation, Around>>>;
  readonly intake?: (change: Change) => JsonObject;
  /** Members it shows beside the documented ones; `members` names them, so that they may be sent back. */
  readonly shows?: (order: Order) => JsonObject;
  readonly members?: readonly string[];
  /** Stands before everything that is asked of a known path; `visit.caller` and `visit.service` are known by then. */
  readonly admits?: Gate<Visit>;
  /** Stands before every request. */
  readonly limits?: Gate<Request>;
  readonly keys?: KeyKeeping;
  /** What a visit that reads is shown in place of what is. */
  readonly reads?: (visit: Visit) => Visit;
  readonly paging?: PageSteps;
  /** Says what is wrong with content in place of the sound complaints. */
  readonly complaints?: (check: Check, sound: readonly Complaint[]) => readonly Complaint[];
  readonly isTaken?: (claim: Claim, sound: boolean) => boolean;
  readonly links?: (order: Order, sound: Links) => Links;
  /** What tells one state of an order from another in its validator. */
  readonly stamp?: (order: Order, sound: string) => string;
  /** Lies around the giving of a shape to errors. */
  readonly renders?: (answer: Answer, next: (answer: Answer) => Answer) => Answer;
  /** Has the last word over any answer, those for unknown paths and methods too. */
  readonly respond?: (request: Request, answer: Answer) => Answer;
}

/** A fault and its steps, made anew for each server so that what it remembers stays with one. */
export interface Breakage extends Fault {
  steps(): Steps;
}

/** A fault that shows at once. */
export const fault = (
  name: string,
  does: string,
  violates: string | readonly string[],
  steps: () => Steps,
): Breakage => ({
  name,
  does,
  violates: typeof violates === 'string' ? [violates] : violates,
  isSubtle: false,
  steps,
});

/** A fault that shows only under special values or sequences. */
export const subtle = (...said: Parameters<typeof fault>): Breakage => ({ ...fault(...said), isSubtle: true });

/** The fault, started with the dialects it needs. */
export const inDialect = (breakage: Breakage, ...dialect: readonly string[]): Breakage => ({ ...breakage, dialect });

/** The fault, looked for by floods of requests alone. */
export const onlyFlooded = (breakage: Breakage): Breakage => ({ ...breakage, isFlood: true });

/** The fault, looked for by those who know what was there before. */
export const againstBaseline = (breakage: Breakage): Breakage => ({ ...breakage, isChange: true });
