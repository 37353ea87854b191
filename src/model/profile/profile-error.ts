/** A problem in the profile or flags, and its place; flags have no line. */
export interface Problem {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

/** Thrown with all problems of a profile or its flags, one per line. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  readonly problems: readonly string[];
  constructor(problems: readonly Problem[]) {
    const lines = [...new Set([...problems].sort(compareProblems).map(renderProblem))];
    super(lines.join('\n'));
    this.problems = lines;
  }
}

export function throwProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProfileError(problems);
}

/** Formats a place in a file: `assay.yaml:12:5`. */
export const formatLocation = ({ file, line, column }: Omit<Problem, 'message'>): string =>
  line === undefined ? file : `${file}:${line}:${column ?? 1}`;

const renderProblem = (problem: Problem): string => `${formatLocation(problem)}: ${problem.message}`;

const compareProblems = (a: Problem, b: Problem): number =>
  a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
