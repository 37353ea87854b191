/**
 * A hook of a caller that can neither disturb a run nor end the process: what it throws, or its promise is rejected with, is
 * told once, as a warning of the process, and the run goes on.
 */
export function guardCallback<A extends readonly unknown[]>(
  name: string,
  hook: (...args: A) => unknown,
): (...args: A) => void {
  let isTold = false;
  const tell = (error: unknown) => {
    if (isTold) return;
    isTold = true;
    const { message, stack } = error instanceof Error ? error : { message: String(error) };
    process.emitWarning(`${name} failed, and the audit goes on without it: ${message}`, {
      type: 'AssayWarning',
      ...(stack !== undefined && { detail: stack }),
    });
  };
  return (...args) => {
    try {
      Promise.resolve(hook(...args)).catch(tell);
    } catch (error) {
      tell(error);
    }
  };
}
