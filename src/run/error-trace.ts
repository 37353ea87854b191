/** Longest trace that is kept, in characters: one of a stack overflow says the same a thousand times. */
const maxTraceLength = 6_000;

/** How deep causes of causes are told. */
const maxCauseDepth = 4;

/** What is known of anything that was thrown, for whoever mends it. Never throws, whatever that is. */
export function formatErrorTrace(thrown: unknown, depth = 0): string {
  const own = describeThrown(thrown);
  const cause = depth < maxCauseDepth ? getCause(thrown) : undefined;
  const whole = cause === undefined ? own : `${own}\ncaused by: ${formatErrorTrace(cause, depth + 1)}`;
  return whole.length > maxTraceLength ? `${whole.slice(0, maxTraceLength)}…` : whole;
}

/** What was thrown may be nothing, may have no text, and may throw when it is looked at. */
function describeThrown(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return `something that is no Error was thrown: ${formatThrown(thrown)}`;
    const head = `${thrown.name}: ${thrown.message}`;
    const stack = typeof thrown.stack === 'string' ? thrown.stack : '';
    if (stack === '') return head;
    return stack.includes(thrown.message) ? stack : `${head}\n${stack}`;
  } catch {
    return 'something was thrown that cannot even be looked at';
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
