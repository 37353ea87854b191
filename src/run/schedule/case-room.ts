/** Begins one more case; undefined where the trial has none left. Never rejects. */
export type BeginCase = () => Promise<void> | undefined;

/** The room of one trial for further cases, beside the one that is under way. */
export interface CaseRoom {
  /** Whether further cases may begin with the first one; otherwise they wait until one is decided. */
  readonly isEager: boolean;
  /** From now on, further cases are begun as soon as there is room for them, until `withdraw`. */
  offer(begin: BeginCase): void;
  withdraw(): void;
}

/** For trials whose cases run one after the other. */
export const noRoom: CaseRoom = { isEager: false, offer: () => {}, withdraw: () => {} };
