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
