/** Where notes are written down while a document is read, each under its kind. */
export interface Notebook {
  /** `where` is a JSON Pointer as a fragment. What is said twice of one place is kept once. */
  tell(kind: string, where: string, said: string): void;
  /** All notes in the order of their first telling; of one kind, a few stand for many. */
  summed(): string[];
}

const shown = 5;
const longest = 300;

/** An empty notebook. `placed` turns the place in the document as it is read into the place in the document as it was written. */
export function notebook(placed: (where: string) => string = (where) => where): Notebook {
  const kinds = new Map<string, Set<string>>();
  return {
    tell: (kind, where, said) => {
      const told = kinds.get(kind) ?? new Set<string>();
      kinds.set(kind, told.add(`${clipped(placed(where))}: ${clipped(said)}`));
    },
    summed: () => [...kinds.values()].flatMap((told) => summary([...told])),
  };
}

/** What stands at a wrong place may be of any length. */
const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const summary = (told: readonly string[]): string[] =>
  told.length <= shown + 1 ? [...told] : [...told.slice(0, shown), `and ${told.length - shown} more like it`];
