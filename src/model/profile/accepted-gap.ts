import type { Waiver } from './waiver.js';
/** What a run may leave unchecked without being incomplete, until a day (ISO date, last day included). */
export interface AcceptedGap extends Omit<Waiver, 'rule' | 'subject'> {
  /** Name of a collection in which no item can be created, or `budget` for requests and time. */
  readonly collection: string;
}
