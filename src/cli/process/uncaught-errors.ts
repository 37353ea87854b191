import { formatErrorTrace } from '../../run/error-trace.js';

/** What stands between a fault that nobody caught and the end of the process, while an audit is under way. */
export interface UncaughtErrors {
  /** Traces of what was thrown and caught by nobody, in order; the same one once. */
  listTraces(): readonly string[];
  /** Why the run should be ended in order: nothing can be trusted any more. */
  findStopReason(): string | undefined;
  stop(): void;
}

/** Faults that nobody caught, after which nothing can be trusted any more. */
const maxErrors = 20;

/**
 * Keeps the process alive until what was observed is told and what was made is removed: what is thrown beside the audit is
 * written down, and `process.exit` in a rule is an error of the rule.
 */
export function collectUncaughtErrors(): UncaughtErrors {
  const traces = new Set<string>();
  const keep = (kind: string) => (thrown: unknown) => {
    if (traces.size < maxErrors) traces.add(`${kind}: ${formatErrorTrace(thrown)}`);
  };
  const uncaught = keep('thrown and caught by nobody');
  const unhandled = keep('a promise was rejected and nobody looked');
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', unhandled);
  const exit = process.exit;
  process.exit = refuseExit;
  return {
    listTraces: () => [...traces],
    findStopReason: () => (traces.size < maxErrors ? undefined : `${maxErrors} faults that nobody caught`),
    stop() {
      process.exit = exit;
      process.off('uncaughtException', uncaught);
      process.off('unhandledRejection', unhandled);
    },
  };
}

const originalExit = process.exit;

/** Ends the process, also in the middle of an audit. */
export const exitProcess = (code: number): never => originalExit(code);

function refuseExit(code?: unknown): never {
  throw new Error(`process.exit(${code ?? ''}) was called in the middle of an audit, which only assay itself ends`);
}
