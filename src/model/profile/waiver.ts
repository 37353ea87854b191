/** A known failure that the gate ignores until a date (ISO date, last day included). It never changes a verdict. */
export interface Waiver {
  readonly rule: string;
  readonly subject?: string;
  readonly reason: string;
  readonly owner?: string;
  readonly until?: string;
  readonly where: string;
}
