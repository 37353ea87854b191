import type { Answer } from './answer.js';
import type { JsonObject } from './json.js';
import type { Order } from './orders.js';
import type { Change, Operation, Visit } from './visit.js';

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
}

/** Lies around an operation: may act before and after `next`, change its answer, or not call it at all. */
export type Around = (visit: Visit, next: () => Answer) => Answer;

/** What a fault puts in place of the sound steps. */
export interface Steps {
  readonly around?: Readonly<Partial<Record<Operation, Around>>>;
  readonly intake?: (change: Change) => JsonObject;
  /** Members it shows beside the documented ones; `members` names them, so that they may be sent back. */
  readonly shows?: (order: Order) => JsonObject;
  readonly members?: readonly string[];
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
