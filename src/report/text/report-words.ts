import type { Report, Result, Verdict } from '../../model/result/report.js';

/** The six words, in the order a reader wants them. */
export const verdictWords: readonly Verdict[] = [
  'violated',
  'errored',
  'inconclusive',
  'held',
  'not-applicable',
  'not-run',
];

/** A number with its noun: `1 case`, `3 cases`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A duration for people: `840 ms`, `4.2 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What a result says in one line: what was seen when violated, else the title of its rule. */
export const getHeadline = (result: Result): string =>
  result.verdict === 'violated' ? (result.evidence?.summary ?? result.why ?? result.title) : result.title;

/** How much a held verdict rests on: `held in 10 cases, 5 of them at a boundary`. */
export function describeExtent({ cases, corners = 0 }: Result): string {
  const whole = `held in ${formatCount(cases, 'case')}`;
  return corners > 0 ? `${whole}, ${corners} of them at a boundary` : whole;
}

/** Cause and reason of a result that is not held: `setup: POST /orders answered 500`. */
export const describeReason = ({ cause, why }: Result): string =>
  [cause, why].filter((part) => part !== undefined && part !== '').join(': ') || 'no reason was given';

/** What sets a result apart from one that gates: waived, provisional, a duty from an RFC only. */
export function listRemarks(result: Result): string[] {
  const remark = [
    result.waived ? 'waived' : undefined,
    result.stage === 'provisional' ? 'provisional' : undefined,
    result.family === 'http' ? 'http family' : undefined,
  ];
  return remark.filter((part) => part !== undefined);
}

/** Why a violation is waived, and by whom until when. */
export function formatWaiver({ reason: because, owner, until }: NonNullable<Result['waived']>): string {
  return [`waived: ${because}`, owner && `owner ${owner}`, until && `until ${until}`].filter(Boolean).join(', ');
}

/** Whose service was looked at: `orders 1.4.2`. */
export const formatTargetName = ({ target }: Report): string =>
  target.version === undefined ? target.name : `${target.name} ${target.version}`;

/** The last word on the gate: `gate open`, or closed and how the process ends. */
export const describeGate = ({ gate }: Report): string => `gate ${gate.open ? 'open' : 'closed'} (exit ${gate.exit})`;
