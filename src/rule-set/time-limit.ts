import { Script } from 'node:vm';

/** Maximum computing time of one step of a custom rule, in milliseconds. */
const maxStepMs = 10_000;

const stepScript = new Script('globalThis[Symbol.for("assay.step")]()');
const stepSymbol = Symbol.for('assay.step');

/** Thrown inside a step that computes too long. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Runs a step with a time limit of `limitMs`: a generator that never finds a value, an endless loop, or a backtracking
 * pattern. Asynchronous work is not limited. Throws {@link TimeLimitError}.
 */
export function runWithTimeLimit<T>(step: () => T, what: string, limitMs = maxStepMs): T {
  const world = globalThis as { [stepSymbol]?: () => T };
  const outer = world[stepSymbol];
  world[stepSymbol] = step;
  try {
    return stepScript.runInThisContext({ timeout: limitMs }) as T;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitError(`${what} computed for ${limitMs / 1_000} s and did not end`);
  } finally {
    if (outer === undefined) delete world[stepSymbol];
    else world[stepSymbol] = outer;
  }
}
