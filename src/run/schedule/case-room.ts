/** Begins one more case; undefined where the trial has none left. Never rejects. */
export type BeginCase = () => Promise<void> | undefined;

/** The room of one trial for further cases, beside the one that is under way. */
export interface CaseRoom {
  /** Whether further cases may begin with the first one; otherwise they wait until one is decided. */
  readonly isEager: boolean;
  /** Whether the items of a case may be removed while the next one runs. */
  readonly mayRemoveBehind: boolean;
  /** For trials that run alone: waits until those before have removed their items. Until then, cases only create items. */
  readonly awaitOthers?: () => Promise<void>;
  /**
   * From now on, further cases are begun as soon as there is room for them, until `withdraw`; before other trials where they take
   * long, so that they are not under way when all others are over.
   */
  offer(begin: BeginCase, isLong?: boolean): void;
  withdraw(): void;
  /** No further case begins: only the removal of items is left. */
  leave(): void;
}

/** For trials whose cases run one after the other. */
export const noRoom: CaseRoom = {
  isEager: false,
  mayRemoveBehind: false,
  offer: () => {},
  withdraw: () => {},
  leave: () => {},
};
