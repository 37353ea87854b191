import { Script } from 'node:vm';
import fc from 'fast-check';
import type { DeclaredRule } from '../rule/rule.js';

/** Wraps a custom rule with time limits for its generator, the synchronous part of `when`, and `then`. */
export const guardRule = <R extends DeclaredRule>(rule: R, limitMs?: number): R => ({
  ...rule,
  given: (bodies) =>
    new GuardedArbitrary(
      runWithTimeLimit(() => rule.given(bodies), 'given()', limitMs),
      limitMs,
    ),
  when: (drawn, tools) => runWithTimeLimit(() => rule.when(drawn, tools), 'when()', limitMs),
  then: (seen, judging) => runWithTimeLimit(() => rule.then(seen, judging), 'then()', limitMs),
});

class GuardedArbitrary<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly drawn: fc.Arbitrary<T>,
    private readonly limitMs: number | undefined,
  ) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return runWithTimeLimit(() => this.drawn.generate(random, bias), 'the generator of given()', this.limitMs);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.drawn.canShrinkWithoutContext(value);
  }

  shrink(value: T, context?: unknown): fc.Stream<fc.Value<T>> {
    return this.drawn.shrink(value, context);
  }
}

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
