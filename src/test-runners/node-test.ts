/** Conformance tests for `node:test`: one call registers a test for every check. */

import { after, describe, test } from 'node:test';
import { createConformance } from './conformance.js';
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

/**
 * Selects the titles of a group that `node:test` runs with these options of Node: those that match one of the patterns of
 * `--test-name-pattern` and none of `--test-skip-pattern`, alone or after the name of the group. Undefined without patterns.
 */
export function selectTitles(group: string, titles: readonly string[], args: readonly string[]): string[] | undefined {
  const wanted = listPatterns(args, '--test-name-pattern');
  const unwanted = listPatterns(args, '--test-skip-pattern');
  if (wanted.length === 0 && unwanted.length === 0) return undefined;
  const names = (title: string) => [group, title, `${group} ${title}`];
  const matches = (patterns: readonly RegExp[], title: string) =>
    names(title).some((name) => patterns.some((pattern) => pattern.test(name)));
  return titles.filter((title) => (wanted.length === 0 || matches(wanted, title)) && !matches(unwanted, title));
}

/** The patterns of an option, which are regular expressions with or without slashes and flags. */
function listPatterns(args: readonly string[], option: string): RegExp[] {
  const texts = args.flatMap((arg, i) => {
    if (arg.startsWith(`${option}=`)) return [arg.slice(option.length + 1)];
    return arg === option ? [args[i + 1] ?? ''] : [];
  });
  return texts.map((text) => {
    const [, source = text, flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(text) ?? [];
    return new RegExp(source, flags.replace('g', ''));
  });
}
