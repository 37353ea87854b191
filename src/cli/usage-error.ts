import { formatErrorTrace } from '../run/error-trace.js';

/** An error that the user can fix: printed in one line, without a trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Exit codes by error name. Any other error is an internal error. */
const exitCodes: Readonly<Record<string, number>> = {
  UsageError: 2,
  ProfileError: 2,
  DocumentError: 2,
  RuleSetError: 2,
  LedgerError: 2,
  UnreachableError: 3,
  DeclinedError: 130,
};

/** Prints an error on standard error; returns the exit code. */
export function reportError(error: unknown): number {
  const code = findExitCode(error);
  if (code !== undefined) {
    process.stderr.write(`assay: ${(error as Error).message}\n`);
    return code;
  }
  process.stderr.write(`assay: internal error; please report this:\n${formatErrorTrace(error)}\n`);
  return 4;
}

/** Files of a run that cannot be written are for the user to fix, as a folder that cannot be written is. */
function findExitCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const isDisk = /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO)$/.test((error as NodeJS.ErrnoException).code ?? '');
  return exitCodes[error.name] ?? (isDisk ? 2 : undefined);
}
