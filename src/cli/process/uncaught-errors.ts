import { formatErrorTrace } from '../../run/stages.js';

/** Number of uncaught errors after which the run stops. */
const maxErrors = 20;

/** Records uncaught errors and `process.exit`, so that results are reported and created items are removed. */
export function collectUncaughtErrors() {
  const traces = new Map<string, string>();
  const keep = (kind: string) => (thrown: unknown) => {
    const trace = `${kind}: ${formatErrorTrace(thrown)}`;
    const place = trace.slice(0, findEndOfPlace(trace));
    if (traces.size < maxErrors && !traces.has(place)) traces.set(place, trace);
  };
  const uncaught = keep('uncaught exception');
  const unhandled = keep('unhandled promise rejection');
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', unhandled);
  const exit = process.exit;
  process.exit = refuseExit;
  return {
    listTraces: () => [...traces.values()],
    /** Why the run should stop in order; undefined while it can continue. */
    findStopReason: () => (traces.size < maxErrors ? undefined : `${maxErrors} uncaught errors`),
    stop() {
      process.exit = exit;
      process.off('uncaughtException', uncaught);
      process.off('unhandledRejection', unhandled);
    },
  };
}

/** The end of the message and of the first frame: the frames below it can differ each time, as the run comes there. */
function findEndOfPlace(trace: string): number {
  const frame = trace.search(/\n\s+at /);
  const end = frame === -1 ? -1 : trace.indexOf('\n', frame + 1);
  return end === -1 ? trace.length : end;
}

const originalExit = process.exit;

/** Ends the process, also during an audit. */
export const exitProcess = (code: number): never => originalExit(code);

function refuseExit(code?: unknown): never {
  throw new Error(`process.exit(${code ?? ''}) was called during an audit; only assay itself may end the process`);
}
