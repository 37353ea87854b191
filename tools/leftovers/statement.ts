import type { Report } from '../../src/model/result/report.js';

/** What a report or a cleanup says about the items of a run. */
export interface Statement {
  /** Items that certainly stay. */
  readonly certain: number;
  /** Items that may exist beside these. */
  readonly possible: number;
  /** Entries that are said to mention the run. */
  readonly mentions: number;
  /** Everything that is named, so that items that the service destroyed can be found in it. */
  readonly named: readonly string[];
}

interface LeftoverParts {
  readonly url?: string;
  readonly path?: string;
  readonly why: string;
  readonly count?: number;
  readonly mayExist?: boolean;
}

/** The statement of a report. */
export const stateFromReport = ({ leftovers, harm = [], survey }: Report): Statement => ({
  ...countLeftovers(leftovers),
  mentions: countMentions(survey.notes),
  named: [...leftovers.map(({ why }) => why), ...harm.map(({ url }) => url), ...survey.notes],
});

/** The statement of `assay clean --format json`. */
export function stateFromCleanup(text: string): Statement {
  const { ledgers = [] } = JSON.parse(text || '{}') as { ledgers?: { stayed: LeftoverParts[]; notes?: string[] }[] };
  const stayed = ledgers.flatMap((ledger) => ledger.stayed);
  return {
    ...countLeftovers(stayed),
    mentions: countMentions(ledgers.flatMap(({ notes = [] }) => notes)),
    named: [...stayed.map(({ why }) => why), ...ledgers.flatMap(({ notes = [] }) => notes)],
  };
}

function countLeftovers(leftovers: readonly LeftoverParts[]): Pick<Statement, 'certain' | 'possible'> {
  const count = (isPossible: boolean) =>
    leftovers.filter(({ mayExist = false }) => mayExist === isPossible).reduce((sum, { count = 1 }) => sum + count, 0);
  return { certain: count(false), possible: count(true) };
}

const countMentions = (notes: readonly string[]): number =>
  notes.reduce((sum, note) => sum + Number(/(\d+) entr(?:y|ies) mentions? the run/.exec(note)?.[1] ?? 0), 0);
