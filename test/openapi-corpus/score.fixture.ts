import { type Claim, type ClaimKind, claimKinds } from './claims.fixture.js';

/** How many facts of a kind were right, wrong (said, and not in the key) and missed (in the key, and not said). */
export interface ClaimTally {
  readonly kind: ClaimKind | 'all';
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
  readonly precision: number;
  readonly recall: number;
}

/** What was inferred beside what is true. */
export interface ClaimComparison {
  readonly inferred: readonly Claim[];
  readonly true: readonly Claim[];
}

/** The wrong (`+`) and the missed (`-`) facts, as texts. */
export function listClaimDifferences({ inferred, true: truth }: ClaimComparison): string[] {
  const said = new Set(inferred.map(formatClaim));
  const wanted = new Set(truth.map(formatClaim));
  return [
    ...[...said].filter((line) => !wanted.has(line)).map((line) => `+ ${line}`),
    ...[...wanted].filter((line) => !said.has(line)).map((line) => `- ${line}`),
  ];
}

/** Precision and recall by kind of fact, and over all. */
export function scoreClaims(all: readonly ClaimComparison[]): {
  readonly byKind: readonly ClaimTally[];
  readonly overall: ClaimTally;
} {
  const byKind = claimKinds.map((kind) =>
    countClaims(
      kind,
      all.map((one) => filterByKind(one, kind)),
    ),
  );
  return { byKind, overall: countClaims('all', all) };
}

/** A table for people. */
export function formatTable({ byKind, overall }: ReturnType<typeof scoreClaims>): string {
  const rows = [...byKind, overall].map(
    ({ kind, right, wrong, missed, precision, recall }) =>
      `| ${kind} | ${right} | ${wrong} | ${missed} | ${formatPercent(precision)} | ${formatPercent(recall)} |`,
  );
  return [
    '| Kind of fact | right | wrong | missed | precision | recall |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

const formatClaim = ({ kind, text }: Claim): string => `${kind} ${text}`;
/** A share as people read it. */
export const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function filterByKind({ inferred, true: truth }: ClaimComparison, kind: ClaimKind): ClaimComparison {
  return { inferred: inferred.filter((one) => one.kind === kind), true: truth.filter((one) => one.kind === kind) };
}

function countClaims(kind: ClaimTally['kind'], all: readonly ClaimComparison[]): ClaimTally {
  const lines = all.flatMap(listClaimDifferences);
  const wrong = lines.filter((line) => line.startsWith('+')).length;
  const missed = lines.length - wrong;
  const total = all.reduce((sum, { true: truth }) => sum + new Set(truth.map(formatClaim)).size, 0);
  const right = total - missed;
  return {
    kind,
    right,
    wrong,
    missed,
    precision: computeShare(right, right + wrong),
    recall: computeShare(right, total),
  };
}

const computeShare = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
