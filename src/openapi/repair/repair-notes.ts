export interface RepairNotes {
  /** `where` is a JSON Pointer as a fragment. Duplicates are dropped. */
  note(kind: string, where: string, problem: string): void;
  /** Notes a part of the document that is not used, as `note` does. */
  omit(kind: string, where: string, problem: string): void;
  /** All notes in order; of each kind, only the first few are listed. */
  listNotes(): string[];
  /** The parts that are not used, all of them. */
  listOmitted(): string[];
}

const maxShown = 5;
const maxNoteLength = 300;

/** Creates an empty collection of notes. `placed` maps a place in the converted document to the original one. */
export function createRepairNotes(placed: (where: string) => string = (where) => where): RepairNotes {
  const kinds = new Map<string, Set<string>>();
  const omitted = new Set<string>();
  const note = (kind: string, where: string, problem: string): string => {
    const line = `${clip(placed(where))}: ${clip(problem)}`;
    kinds.set(kind, (kinds.get(kind) ?? new Set<string>()).add(line));
    return line;
  };
  return {
    note,
    omit: (kind, where, problem) => omitted.add(note(kind, where, problem)),
    listOmitted: () => [...omitted],
    listNotes: () => [...kinds.values()].flatMap((lines) => summarizeNotes([...lines])),
  };
}

/** A misplaced value may have any length. */
const clip = (text: string): string => (text.length > maxNoteLength ? `${text.slice(0, maxNoteLength)}…` : text);

/** Lists the first few notes of a kind, and counts the others. */
export const summarizeNotes = (lines: readonly string[]): string[] =>
  lines.length <= maxShown + 1
    ? [...lines]
    : [...lines.slice(0, maxShown), `and ${lines.length - maxShown} more like it`];
