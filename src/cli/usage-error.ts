import { formatErrorTrace } from '../run/error-trace.js';

/** Something the caller can mend: told in a line, without a trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Errors by name, and the exit code they mean; anything else is the kit's own fault. */
const exitCodes: Readonly<Record<string, number>> = {
  UsageError: 2,
  ProfileError: 2,
  DiscoveryError: 2,
  LawError: 2,
  LedgerError: 2,
  Unreachable: 3,
  Declined: 130,
};

/** Tells an error on standard error; gives the exit code. */
export function reportError(error: unknown): number {
  const code = findExitCode(error);
  if (code !== undefined) {
    process.stderr.write(`assay: ${(error as Error).message}\n`);
    return code;
  }
  process.stderr.write(`assay: the kit itself failed; please report this:\n${formatErrorTrace(error)}\n`);
  return 4;
}

/** Files of a run that cannot be written are the caller's to mend, as a folder that cannot be written is. */
function findExitCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const isDisk = /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO)$/.test((error as NodeJS.ErrnoException).code ?? '');
  return exitCodes[error.name] ?? (isDisk ? 2 : undefined);
}
