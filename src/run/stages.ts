/** The stages of a run. An error in one stage does not lose the results of the others. */
export function createStages() {
  const faults = new Set<string>();
  const keep = (error: unknown) => void faults.add(formatErrorTrace(error));
  const value = <T>(go: () => T, instead: T): T => {
    try {
      return go();
    } catch (error) {
      keep(error);
      return instead;
    }
  };
  return {
    /** Resolves to the result of a stage, or to `instead` after an internal error in it. */
    async stage<T>(go: () => Promise<T>, instead: T): Promise<T> {
      try {
        return await go();
      } catch (error) {
        keep(error);
        return instead;
      }
    },
    /** The same for a synchronous function. */
    value,
    /** The same for a callback of the caller: its error is recorded and changes nothing else. */
    notify: (go: () => void) => value(go, undefined),
    /** Traces of the errors in order, without duplicates. */
    errors: () => [...faults],
  };
}

export type Stages = ReturnType<typeof createStages>;

/** Maximum length of a trace in characters; a stack overflow repeats the same lines. */
const maxTraceLength = 6_000;

const maxCauseDepth = 4;

export function formatErrorTrace(thrown: unknown, depth = 0): string {
  const own = describeThrown(thrown);
  const cause = depth < maxCauseDepth ? getCause(thrown) : undefined;
  const whole = cause === undefined ? own : `${own}\ncaused by: ${formatErrorTrace(cause, depth + 1)}`;
  return whole.length > maxTraceLength ? `${whole.slice(0, maxTraceLength)}…` : whole;
}

/** A thrown value may be undefined, have no text, or throw when it is converted. */
function describeThrown(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return `the thrown value is no Error: ${formatThrown(thrown)}`;
    const head = `${thrown.name}: ${thrown.message}`;
    const stack = typeof thrown.stack === 'string' ? thrown.stack : '';
    if (stack === '') return head;
    return stack.includes(thrown.message) ? stack : `${head}\n${stack}`;
  } catch {
    return 'the thrown value cannot be printed';
  }
}

const formatThrown = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null ? (JSON.stringify(thrown) ?? typeof thrown) : String(thrown);

function getCause(thrown: unknown): unknown {
  try {
    return thrown instanceof Error ? (thrown.cause ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
