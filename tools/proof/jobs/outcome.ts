/** What came of a job. */
export interface JobOutcome {
  /** `missed` is a fault that a world hid: it fails only where a world hides too many. */
  readonly verdict: 'passed' | 'failed' | 'missed';
  /** What was required, in one line. */
  readonly expected: string;
  /** What was seen, in one line. */
  readonly came: string;
  /** Numbers for the summary, by what they measure. */
  readonly measures?: Readonly<Record<string, number>>;
}

/** The outcome of a job that must have no problems; `came` is what a passed one shows. */
export const judgeProblems = (
  problems: readonly string[],
  { expected, came, measures }: Pick<JobOutcome, 'expected' | 'came' | 'measures'>,
): JobOutcome => ({
  verdict: problems.length === 0 ? 'passed' : 'failed',
  expected,
  came: problems.length === 0 ? came : problems.join('; '),
  ...(measures && { measures }),
});
