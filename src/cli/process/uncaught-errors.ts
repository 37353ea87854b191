import { traceOf } from '../../run/error-trace.js';

/** What stands between a fault that nobody caught and the end of the process, while an audit is under way. */
export interface Strays {
  /** Traces of what was thrown and caught by nobody, in order; the same one once. */
  traces(): readonly string[];
  /** Why the run should be ended in order: nothing can be trusted any more. */
  trouble(): string | undefined;
  done(): void;
}

/** Faults that nobody caught, after which nothing can be trusted any more. */
const most = 20;

/**
 * Keeps the process alive until what was observed is told and what was made is removed: what is thrown beside the audit is
 * written down, and `process.exit` in a rule is an error of the rule.
 */
export function strays(): Strays {
  const traces = new Set<string>();
  const keep = (kind: string) => (thrown: unknown) => {
    if (traces.size < most) traces.add(`${kind}: ${traceOf(thrown)}`);
  };
  const uncaught = keep('thrown and caught by nobody');
  const unhandled = keep('a promise was rejected and nobody looked');
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', unhandled);
  const exit = process.exit;
  process.exit = refuseExit;
  return {
    traces: () => [...traces],
    trouble: () => (traces.size < most ? undefined : `${most} faults that nobody caught`),
    done() {
      process.exit = exit;
      process.off('uncaughtException', uncaught);
      process.off('unhandledRejection', unhandled);
    },
  };
}

const reallyExit = process.exit;

/** Ends the process, also in the middle of an audit. */
export const leave = (code: number): never => reallyExit(code);

function refuseExit(code?: unknown): never {
  throw new Error(`process.exit(${code ?? ''}) was called in the middle of an audit, which only assay itself ends`);
}
