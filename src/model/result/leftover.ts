/** An item that the run created and could not remove. */
export interface LedgerLeftover {
  readonly path: string;
  readonly why: string;
}
