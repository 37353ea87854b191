/** What tells the trouble of a whole service from that of one of its parts. */
export interface FailureWindow {
  /** Takes note of an answer. */
  add(isTrouble: boolean): void;
  /** Takes note of a kind of request that is to wait. */
  addWaiting(kind: string): void;
  /** The same of one that is to wait longer than anybody does; true where there are too many of them. */
  addTooLong(kind: string): boolean;
  /** Whether everything is in trouble. */
  isEverywhere(): boolean;
}

/** Kinds of requests without a good answer in between, after which it is the service, and not one of its parts, that has trouble. */
const maxFailingKinds = 3;
/** Of the last answers, so many must be trouble for the same. */
const windowSize = 12;
const maxFailures = 8;

/** Begins without any. */
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
