import { expect, test } from 'vitest';
import { documentedCommands, executedCommands, unexecuted } from './documented-commands.fixture.js';

test('every command of README and docs is executed, or has a reason', () => {
  expect(executedCommands.length).toBeGreaterThan(50);
  const unknown = executedCommands.filter(({ args }) => args === undefined);
  expect(unknown.map(({ page, words }) => `${page}: ${words.join(' ')}`)).toEqual([]);
});

test.each(unexecuted.map(([pattern, reason]) => [pattern, reason] as const))(
  '%s is still documented: %s',
  (pattern) => {
    expect(documentedCommands.some(({ words }) => pattern.test(words.join(' ')))).toBe(true);
  },
);
