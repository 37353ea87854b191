/** Maximum sizes, so that a report of any size opens quickly; the page says what is cut, and `report.json` has it all. */
export const sizeLimits = {
  /** Code points of one body. */
  content: 4_000,
  /** Code points of one header value, one URL, one command, one sentence. */
  text: 2_000,
  /** Lines of one side of a comparison. */
  lines: 300,
  /** Exchanges of one finding; those in the middle are omitted first. */
  exchanges: 24,
  /** Code points of all findings that are shown with their exchanges. */
  findings: 350_000,
  /** Findings, and lines of other lists. */
  listed: 150,
  /** Verdicts in the list of all verdicts. */
  verdicts: 400,
  /** Names of one group, and of all groups of one part together; groups of one part. */
  named: 40,
  namedInAll: 300,
  groups: 60,
  /** Operations in the two tables about them. */
  operations: 80,
  /** Subjects in the matrix, and on one page of it. */
  subjects: 1_500,
  columns: 12,
} as const;
