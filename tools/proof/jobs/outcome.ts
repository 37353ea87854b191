/** The result of a job. */
export interface JobOutcome {
  /** `missed` is a fault that a world hid: it fails only where a world hides too many. */
  readonly verdict: 'passed' | 'failed' | 'missed';
  /** What was required, in one line. */
  readonly expected: string;
  /** What was seen, in one line. */
  readonly actual: string;
  /** Numbers for the summary, by what they measure. */
  readonly measures?: Readonly<Record<string, number>>;
}

/** The outcome of a job that must have no problems; `actual` is what a passed one shows. */
export const judgeProblems = (
  problems: readonly string[],
  { expected, actual, measures }: Pick<JobOutcome, 'expected' | 'actual' | 'measures'>,
): JobOutcome => ({
  verdict: problems.length === 0 ? 'passed' : 'failed',
  expected,
  actual: problems.length === 0 ? actual : problems.join('; '),
  ...(measures && { measures }),
});
