import { Script } from 'node:vm';

/** How long one step of somebody else's rule may compute, in milliseconds. */
const maxStepMs = 10_000;

const stepScript = new Script('globalThis[Symbol.for("assay.step")]()');
const stepSymbol = Symbol.for('assay.step');

/** Thrown in the middle of a step that computes without end. */
export class TimeLimitError extends Error {
  override readonly name = 'Endless';
}

/**
 * What `step` gives, or the end of it where it computes for longer than `limitMs`: a generator that never finds a value,
 * a loop, a pattern that backtracks for ever. What it begins and awaits is not watched. Throws {@link TimeLimitError}.
 */
export function runWithTimeLimit<T>(step: () => T, what: string, limitMs = maxStepMs): T {
  const world = globalThis as { [stepSymbol]?: () => T };
  const outer = world[stepSymbol];
  world[stepSymbol] = step;
  try {
    return stepScript.runInThisContext({ timeout: limitMs }) as T;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitError(`${what} computed for ${limitMs / 1_000} s without an end`);
  } finally {
    if (outer === undefined) delete world[stepSymbol];
    else world[stepSymbol] = outer;
  }
}
