/** Where notes are written down while a document is read, each under its kind. */
export interface RepairNotes {
  /** `where` is a JSON Pointer as a fragment. What is said twice of one place is kept once. */
  note(kind: string, where: string, said: string): void;
  /** All notes in the order of their first telling; of one kind, a few stand for many. */
  listNotes(): string[];
}

const maxShown = 5;
const maxNoteLength = 300;

/** An empty notebook. `placed` turns the place in the document as it is read into the place in the document as it was written. */
export function createRepairNotes(placed: (where: string) => string = (where) => where): RepairNotes {
  const kinds = new Map<string, Set<string>>();
  return {
    note: (kind, where, said) => {
      const told = kinds.get(kind) ?? new Set<string>();
      kinds.set(kind, told.add(`${clip(placed(where))}: ${clip(said)}`));
    },
    listNotes: () => [...kinds.values()].flatMap((told) => summarize([...told])),
  };
}

/** What stands at a wrong place may be of any length. */
const clip = (text: string): string => (text.length > maxNoteLength ? `${text.slice(0, maxNoteLength)}…` : text);

const summarize = (told: readonly string[]): string[] =>
  told.length <= maxShown + 1 ? [...told] : [...told.slice(0, maxShown), `and ${told.length - maxShown} more like it`];
