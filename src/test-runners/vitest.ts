/** Conformance tests for vitest: one call registers a test for every check. */
import { afterAll, describe, type TestContext, test } from 'vitest';
import { createConformance } from './conformance.js';
import type { TestGroup } from './test-runner.js';

export type { Conformance, ConformanceOptions } from './conformance.js';
export type { WebHandler } from './handler-type.js';
export type { Served } from './serve-handler.js';
export { Violation } from './violation-error.js';

/**
 * Surveys a service with read requests, and registers a test for every check. Await it at the top of a file, or in an
 * asynchronous `describe`. The first test that runs starts the audit of the rules whose tests are selected. Throws TypeError
 * for an invalid server, and what `aim` and `audit` throw.
 */
export const conformance = createConformance({
  formatRepeat: (rule, seed) => `vitest -t '${rule}', with seed: ${seed} in conformance()`,
  register,
});

function register({ name, tests, timeoutMs, end }: TestGroup): void {
  const timeout = timeoutMs;
  afterAll(end, timeout);
  describe(name, () => {
    for (const { title, run } of tests)
      test(title, { timeout }, (context) =>
        run({
          // Older versions pass no signal.
          signal: context.signal as AbortSignal | undefined,
          selected: listSelected(context),
          skip: context.skip,
        }),
      );
  });
}

const listSelected = ({ task }: TestContext): string[] =>
  (task.suite?.tasks ?? []).filter(({ mode }) => mode !== 'skip' && mode !== 'todo').map(({ name }) => name);
