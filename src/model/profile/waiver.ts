/** A known failure that may pass the gate until a day (ISO date, last day included). It never changes a verdict. */
export interface Waiver {
  readonly rule: string;
  readonly subject?: string;
  readonly reason: string;
  readonly owner?: string;
  readonly until?: string;
  readonly where: string;
}
