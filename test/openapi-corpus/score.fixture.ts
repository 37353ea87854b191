import { type Claim, type Kind, kinds } from './claims.fixture.js';

/** How many facts of a kind were right, wrong (said, and not in the key) and missed (in the key, and not said). */
export interface Tally {
  readonly kind: Kind | 'all';
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
  readonly precision: number;
  readonly recall: number;
}

/** What was inferred beside what is true. */
export interface Comparison {
  readonly inferred: readonly Claim[];
  readonly true: readonly Claim[];
}

/** What was said wrongly (`+`) and what was missed (`-`), to be read by a person. */
export function differences({ inferred, true: truth }: Comparison): string[] {
  const said = new Set(inferred.map(lineOf));
  const wanted = new Set(truth.map(lineOf));
  return [
    ...[...said].filter((line) => !wanted.has(line)).map((line) => `+ ${line}`),
    ...[...wanted].filter((line) => !said.has(line)).map((line) => `- ${line}`),
  ];
}

/** Precision and recall by kind of fact, and over all. */
export function score(all: readonly Comparison[]): { readonly byKind: readonly Tally[]; readonly overall: Tally } {
  const byKind = kinds.map((kind) =>
    tally(
      kind,
      all.map((one) => only(one, kind)),
    ),
  );
  return { byKind, overall: tally('all', all) };
}

/** A table for people. */
export function table({ byKind, overall }: ReturnType<typeof score>): string {
  const rows = [...byKind, overall].map(
    ({ kind, right, wrong, missed, precision, recall }) =>
      `| ${kind} | ${right} | ${wrong} | ${missed} | ${percent(precision)} | ${percent(recall)} |`,
  );
  return [
    '| Kind of fact | right | wrong | missed | precision | recall |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

const lineOf = ({ kind, text }: Claim): string => `${kind} ${text}`;
/** A share as people read it. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function only({ inferred, true: truth }: Comparison, kind: Kind): Comparison {
  return { inferred: inferred.filter((one) => one.kind === kind), true: truth.filter((one) => one.kind === kind) };
}

function tally(kind: Tally['kind'], all: readonly Comparison[]): Tally {
  const lines = all.flatMap(differences);
  const wrong = lines.filter((line) => line.startsWith('+')).length;
  const missed = lines.length - wrong;
  const total = all.reduce((sum, { true: truth }) => sum + new Set(truth.map(lineOf)).size, 0);
  const right = total - missed;
  return { kind, right, wrong, missed, precision: share(right, right + wrong), recall: share(right, total) };
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
