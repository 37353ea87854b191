/** Conformance tests for `node:test`: one call registers a test for every check. */
import { after, describe, test } from 'node:test';
import { createConformance } from './conformance.js';
import { selectTitles } from './select-titles.js';
import type { TestGroup } from './test-runner.js';

export type { Conformance, ConformanceOptions } from './conformance.js';
export type { WebHandler } from './handler-type.js';
export type { Served } from './serve-handler.js';
export { Violation } from './violation-error.js';

/**
 * Surveys a service with read requests, and registers a test for every check. Await it at the top of a file. The first test
 * that runs starts the audit of the rules whose tests `--test-name-pattern` selects. Throws TypeError for an invalid server,
 * and what `aim` and `audit` throw.
 */
export const conformance = createConformance({
  formatRepeat: (rule, seed) => `node --test --test-name-pattern='${rule}', with seed: ${seed} in conformance()`,
  register,
});

function register({ name, tests, timeoutMs, end }: TestGroup): void {
  const timeout = timeoutMs;
  const titles = tests.map(({ title }) => title);
  const selected = selectTitles(name, titles, process.execArgv);
  describe(name, () => {
    after(end, { timeout });
    for (const { title, run } of tests)
      test(title, { timeout }, (context) =>
        run({ signal: context.signal, selected, skip: (why) => context.skip(why) }),
      );
  });
}
