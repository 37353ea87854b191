import { ProfileError } from '../model/profile/profile-error.js';
import { formatErrorTrace } from '../run/stages.js';
import { addCodeFrames } from './code-frame.js';

/** Exit codes by the name of the error that ends a command. Any other error is an internal error: 4. */
const exitCodes: Readonly<Record<string, number>> = {
  UsageError: 2,
  ProfileError: 2,
  DocumentError: 2,
  RuleSetError: 2,
  LedgerError: 2,
  UnacknowledgedHarmError: 2,
  KeptFileError: 2,
  UnreachableError: 3,
  DeclinedError: 130,
};

/** Prints an error on standard error; returns the exit code. */
export function reportError(error: unknown): number {
  const code = findExitCode(error);
  if (code !== undefined) {
    process.stderr.write(`assay: ${renderMessage(error as Error)}\n`);
    return code;
  }
  process.stderr.write(`assay: internal error; please report this:\n${formatErrorTrace(error)}\n`);
  return 4;
}

/** The problems of a profile are shown with the lines that they are about. */
function renderMessage(error: Error): string {
  if (error instanceof ProfileError) return addCodeFrames(error.problems).join('\n');
  const isAdvised = error.name !== 'DocumentError' || /; (?!found |it is |supported )/.test(error.message);
  return isAdvised ? error.message : `${error.message}; name another document, or collections with --collection`;
}

/** Files of a run that cannot be written are for the user to fix, as a folder that cannot be written is. */
function findExitCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const isDisk = /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO)$/.test((error as NodeJS.ErrnoException).code ?? '');
  return exitCodes[error.name] ?? (isDisk ? 2 : undefined);
}

/** The outputs of a run, written independently of each other. */
export interface WriteOutcome {
  /** Writes one output; prints an error on standard error and continues. */
  attempt(go: () => void): void;
  /** The exit code: that of the gate, or that of an output that failed, unless the gate says 4 or 130. */
  exit(gate: number): number;
}

export function createWriteOutcome(): WriteOutcome {
  const codes: number[] = [];
  return {
    attempt(go) {
      try {
        go();
      } catch (error) {
        codes.push(reportError(error));
      }
    },
    exit: (gate) => (gate === 130 ? gate : Math.max(gate === 4 ? 4 : 0, ...codes) || gate),
  };
}
