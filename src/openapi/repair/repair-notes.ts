/** Collects the notes about a document, grouped by kind. */
export interface RepairNotes {
  /** `where` is a JSON Pointer as a fragment. Duplicates are dropped. */
  note(kind: string, where: string, said: string): void;
  /** All notes in order; of each kind, only the first few are listed. */
  listNotes(): string[];
}

const maxShown = 5;
const maxNoteLength = 300;

/** Creates an empty collection of notes. `placed` maps a place in the converted document to the original one. */
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

/** A misplaced value may have any length. */
const clip = (text: string): string => (text.length > maxNoteLength ? `${text.slice(0, maxNoteLength)}…` : text);

const summarize = (told: readonly string[]): string[] =>
  told.length <= maxShown + 1 ? [...told] : [...told.slice(0, maxShown), `and ${told.length - maxShown} more like it`];
