import fc from 'fast-check';
import type { DeclaredRule } from '../rule/rule.js';
import { runWithTimeLimit } from './time-limit.js';

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
