import { Script } from 'node:vm';

/** How long one step of somebody else's rule may compute, in milliseconds. */
const longestMs = 10_000;

const call = new Script('globalThis[Symbol.for("assay.step")]()');
const place = Symbol.for('assay.step');

/** Thrown in the middle of a step that computes without end. */
export class Endless extends Error {
  override readonly name = 'Endless';
}

/**
 * What `step` gives, or the end of it where it computes for longer than `limitMs`: a generator that never finds a value,
 * a loop, a pattern that backtracks for ever. What it begins and awaits is not watched. Throws {@link Endless}.
 */
export function within<T>(step: () => T, what: string, limitMs = longestMs): T {
  const world = globalThis as { [place]?: () => T };
  const outer = world[place];
  world[place] = step;
  try {
    return call.runInThisContext({ timeout: limitMs }) as T;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Endless(`${what} computed for ${limitMs / 1_000} s without an end`);
  } finally {
    if (outer === undefined) delete world[place];
    else world[place] = outer;
  }
}
