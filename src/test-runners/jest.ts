/** Conformance tests for Jest: one call audits the service, and registers a test for every check. */
import { createConformance } from './conformance.js';
import type { GroupedTest, TestGroup } from './test-runner.js';

export type { Conformance, ConformanceOptions } from './conformance.js';
export type { WebHandler } from './handler-type.js';
export type { Served } from './serve-handler.js';
export { Violation } from './violation-error.js';

/**
 * Audits a service, and registers a test for every check. Await it at the top of a file that is an ES module. Jest has no
 * test that is skipped while it runs, so the audit is done before the tests are registered: all rules of `only`, whatever
 * tests are selected. Throws TypeError for an invalid server or without the globals of Jest, and what `aim` and `audit` throw.
 */
export const conformance = createConformance({
  formatRepeat: (rule, seed) => `conformance({ only: ['${rule}'], seed: ${seed}, … })`,
  register,
});

interface JestGlobals {
  readonly describe: (name: string, body: () => void) => void;
  readonly test: {
    (name: string, body: () => void): void;
    skip(name: string, body: () => void): void;
  };
}

async function register({ name, tests, end }: TestGroup): Promise<void> {
  const { describe, test } = getGlobals();
  const outcomes: Outcome[] = [];
  for (const one of tests) outcomes.push(await runNow(one));
  await end();
  describe(name, () => {
    for (const { title, why, error } of outcomes) {
      if (why !== undefined) test.skip(`${title}: ${why}`, () => {});
      else
        test(title, () => {
          if (error !== undefined) throw error;
        });
    }
  });
}

function getGlobals(): JestGlobals {
  const globals = globalThis as Partial<JestGlobals>;
  if (typeof globals.describe !== 'function' || typeof globals.test?.skip !== 'function')
    throw new TypeError(
      'assay/jest needs the globals describe and test of Jest: run the file with Jest, with injectGlobals',
    );
  return { describe: globals.describe, test: globals.test };
}

interface Outcome {
  readonly title: string;
  /** Why it is skipped. */
  readonly why?: string;
  readonly error?: unknown;
}

async function runNow({ title, run }: GroupedTest): Promise<Outcome> {
  let why: string | undefined;
  const skip = (reason: string): void => {
    why = reason;
  };
  try {
    await run({ signal: undefined, selected: undefined, skip });
    return { title, ...(why !== undefined && { why }) };
  } catch (error) {
    return { title, error };
  }
}
