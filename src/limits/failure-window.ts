/** What tells the trouble of a whole service from that of one of its parts. */
export interface Signs {
  /** Takes note of an answer. */
  add(isTrouble: boolean): void;
  /** Takes note of a kind of request that is to wait. */
  late(kind: string): void;
  /** The same of one that is to wait longer than anybody does; true where there are too many of them. */
  far(kind: string): boolean;
  /** Whether everything is in trouble. */
  isEverywhere(): boolean;
}

/** Kinds of requests without a good answer in between, after which it is the service, and not one of its parts, that has trouble. */
const mostKinds = 3;
/** Of the last answers, so many must be trouble for the same. */
const lately = 12;
const mostLately = 8;

/** Begins without any. */
export function signsOf(): Signs {
  const answers: boolean[] = [];
  const kinds = new Set<string>();
  const farKinds = new Set<string>();
  return {
    add(isTrouble) {
      answers.push(isTrouble);
      if (answers.length > lately) answers.shift();
      if (isTrouble) return;
      kinds.clear();
      farKinds.clear();
    },
    late: (kind) => void kinds.add(kind),
    far: (kind) => farKinds.add(kind).size >= mostKinds,
    isEverywhere: () => kinds.size >= mostKinds || answers.filter(Boolean).length >= mostLately,
  };
}
