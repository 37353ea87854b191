/** Begins one more case; undefined where the trial has none left. Never rejects. */
export type BeginCase = () => Promise<void> | undefined;

/** How much further cases of a trial matter. */
export type CaseKind = 'tentative' | 'usual' | 'long';

/** The room of one trial for further cases, beside the one that is under way. */
export interface CaseRoom {
  /** Whether further cases may begin with the first one; otherwise they are tentative until one is decided. */
  readonly isEager: boolean;
  /** Whether the items of a case may be removed while the next one runs. */
  readonly mayRemoveBehind: boolean;
  /**
   * Gives the place of a case back while its first request is under way, which usually creates its item; the returned function takes
   * it again, at once.
   */
  readonly prepare?: () => () => void;
  /** For trials that run beside others that expect no effect. */
  readonly isGrouped?: boolean;
  /** For trials that watch more than their items: waits until those before have removed their items. Until then, cases only create items. */
  readonly awaitOthers?: () => Promise<void>;
  /**
   * From now on, further cases are begun as soon as there is room for them, until `withdraw`: where they take long, before other trials,
   * so that they are not under way when all others are over; tentative ones only where no trial can begin, or one of less than half the
   * length.
   */
  offer(begin: BeginCase, kind?: CaseKind): void;
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
