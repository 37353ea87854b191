/** One reason to believe that a body reports an error, and its weight. */
export interface Signal {
  readonly weight: number;
  readonly because: string;
}

/** A signal, where it was found. */
export const createSignal = (isSeen: boolean, weight: number, because: string): Signal[] =>
  isSeen ? [{ weight, because }] : [];
