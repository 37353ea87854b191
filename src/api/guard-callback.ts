/**
 * Wraps a callback of the caller so that it can neither disturb a run nor end the process. An exception or a rejection is
 * reported once, as a warning of the process, and the run continues.
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
    process.emitWarning(`${name} failed, and the audit continues without it: ${message}`, {
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
