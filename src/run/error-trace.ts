/** Longest trace that is kept, in characters: one of a stack overflow says the same a thousand times. */
const longest = 6_000;

/** How deep causes of causes are told. */
const deepest = 4;

/** What is known of anything that was thrown, for whoever mends it. Never throws, whatever that is. */
export function traceOf(thrown: unknown, depth = 0): string {
  const own = told(thrown);
  const cause = depth < deepest ? causeOf(thrown) : undefined;
  const whole = cause === undefined ? own : `${own}\ncaused by: ${traceOf(cause, depth + 1)}`;
  return whole.length > longest ? `${whole.slice(0, longest)}…` : whole;
}

/** What was thrown may be nothing, may have no text, and may throw when it is looked at. */
function told(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return `something that is no Error was thrown: ${plainly(thrown)}`;
    const head = `${thrown.name}: ${thrown.message}`;
    const stack = typeof thrown.stack === 'string' ? thrown.stack : '';
    if (stack === '') return head;
    return stack.includes(thrown.message) ? stack : `${head}\n${stack}`;
  } catch {
    return 'something was thrown that cannot even be looked at';
  }
}

const plainly = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null ? (JSON.stringify(thrown) ?? typeof thrown) : String(thrown);

function causeOf(thrown: unknown): unknown {
  try {
    return thrown instanceof Error ? (thrown.cause ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
