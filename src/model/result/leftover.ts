/** Something that was made and stayed. */
export interface LedgerLeftover {
  readonly path: string;
  readonly why: string;
}
