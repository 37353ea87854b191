/** Distinguishes failures of the whole service from failures of one part. */
export interface FailureWindow {
  /** Records whether a response is a failure. */
  add(isTrouble: boolean): void;
  /** Records that a kind of request has to wait. */
  addWaiting(kind: string): void;
  /** The same for a wait beyond the maximum; returns true when there are too many kinds of them. */
  addTooLong(kind: string): boolean;
  /** Whether the whole service fails. */
  isEverywhere(): boolean;
}

/** Number of failing kinds of requests without a success in between that count as a failure of the whole service. */
const maxFailingKinds = 3;
/** Number of last responses that are considered. */
const windowSize = 12;
const maxFailures = 8;

/** Creates an empty window. */
export function createFailureWindow(): FailureWindow {
  const answers: boolean[] = [];
  const kinds = new Set<string>();
  const farKinds = new Set<string>();
  return {
    add(isTrouble) {
      answers.push(isTrouble);
      if (answers.length > windowSize) answers.shift();
      if (isTrouble) return;
      kinds.clear();
      farKinds.clear();
    },
    addWaiting: (kind) => void kinds.add(kind),
    addTooLong: (kind) => farKinds.add(kind).size >= maxFailingKinds,
    isEverywhere: () => kinds.size >= maxFailingKinds || answers.filter(Boolean).length >= maxFailures,
  };
}
