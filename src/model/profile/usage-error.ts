/** An error that the user can fix: printed in one line, without a trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The error for a folder or file of reports that cannot be written. */
export const createWriteError = (path: string, error: unknown): UsageError =>
  new UsageError(`cannot write to --out ${path}: ${(error as Error).message}; choose another folder with --out`);
