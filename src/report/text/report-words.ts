import type { Evidence, Report, Result, Verdict } from '../../model/result/report.js';

/** The six verdicts, in display order. */
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

/** The headline of a result: what was observed if violated, else the title of its rule. */
export const getHeadline = (result: Result): string =>
  result.verdict === 'violated' ? (result.evidence?.summary ?? result.why ?? result.title) : result.title;

/** How many cases a held verdict is based on: `held in 10 cases, 5 of them at a boundary`. */
export function describeExtent({ cases, corners = 0 }: Result): string {
  const share = corners === cases ? 'all' : `${corners} of them`;
  return `held in ${formatCount(cases, 'case')}${corners === 0 ? '' : `, ${share} at a boundary`}`;
}

/** Cause and reason of a result that is not held: `setup: POST /orders answered 500`. A missing need, or a violated assumption, is the reason itself. */
export const describeReason = ({ cause, why }: Result): string =>
  [isExplainedCause(cause) && why ? undefined : cause, why]
    .filter((part) => part !== undefined && part !== '')
    .join(': ') || 'no reason was given';

/** What would give a result a verdict, to be placed after its reason; empty if that is not known. */
export const describeRemedy = ({ enable }: Pick<Result, 'enable'>): string =>
  enable ? ` (to get a verdict: ${enable})` : '';

/** Describes a result in one sentence: what held, the violation, or why there is no verdict. */
export function describeResult(result: Result): string {
  if (result.verdict === 'violated') return getHeadline(result);
  return `${result.title}: ${result.verdict === 'held' ? describeExtent(result) : describeReason(result)}`;
}

/** The generated values of the smallest case; undefined if the case has none. */
export const getSmallestCase = ({ case: smallest }: Evidence): Evidence['case'] | undefined =>
  smallest === null ? undefined : smallest;

/** Whether the reason says the same as the cause. */
const isExplainedCause = (cause = ''): boolean => cause === 'need' || cause.startsWith('assumption:');

/** Lists why a result does not fail the run: waived, provisional, an HTTP rule. */
export function listRemarks(result: Result): string[] {
  const remark = [
    result.waived ? 'waived' : undefined,
    result.stage === 'provisional' ? 'provisional' : undefined,
    result.family === 'convention' ? undefined : `${result.family} family`,
  ];
  return remark.filter((part) => part !== undefined);
}

/** Describes a waiver: its reason, owner and expiry. */
export function formatWaiver({ reason: because, owner, until }: NonNullable<Result['waived']>): string {
  return [`waived: ${because}`, owner && `owner ${owner}`, until && `until ${until}`].filter(Boolean).join(', ');
}

/** Why a violation does not fail the run: its waiver, the profile, or the stage of its rule; undefined if other rules are meant to. */
export function findExemption({ waived, severity, stage }: Result): string | undefined {
  if (waived) return formatWaiver(waived);
  if (severity === 'warn') return 'a warning by the profile';
  return stage === 'provisional' ? 'provisional' : undefined;
}

/** The name and version of the audited service: `orders 1.4.2`. */
export const formatTargetName = ({ target }: Report): string =>
  target.version === undefined ? target.name : `${target.name} ${target.version}`;
