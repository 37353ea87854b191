/** What a run may leave unchecked without being incomplete, until a day (ISO date, last day included). */
export interface AcceptedGap {
  /** Name of a collection in which no item can be created, or `budget` for requests and time. */
  readonly collection: string;
  readonly reason: string;
  readonly owner?: string;
  readonly until?: string;
  readonly where: string;
}
