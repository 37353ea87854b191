import type { Command, Option } from 'commander';
import { expect, test, vi } from 'vitest';
import { createTestFolder, runAssay } from '../../../test/cli/assay.fixture.js';
import { createProgram } from '../program.js';
import {
  fillFromEnvironment,
  findUnknownVariables,
  findVariable,
  isRepeatable,
  listKnownVariables,
} from './environment.js';

const program = () => createProgram(() => {});
const commandOf = (name: string) => program().commands.find((command) => command.name() === name) as Command;

/** A value that a flag takes. */
function sampleFor(option: Option): string {
  if (option.isBoolean() || option.negate) return option.negate ? '0' : '1';
  if (option.argChoices) return option.argChoices[0] ?? '';
  if (/<i\/n>/.test(option.flags)) return '1/2';
  return /<(number|seconds)>/.test(option.flags) ? '3' : 'some-text';
}

const flags = program().commands.flatMap((command) =>
  command.options.map((option) => [command.name(), option.flags, option.attributeName()] as const),
);

test('there are flags enough to make the next test worth something', () => {
  expect(flags.length).toBeGreaterThan(100);
});

test.each(flags)('assay %s %s may stand in the environment', (name, written, attribute) => {
  const command = commandOf(name);
  const option = command.options.find(({ flags: own }) => own === written) as Option;
  const variable = findVariable(command, option) ?? 'none';
  const sample = sampleFor(option);
  fillFromEnvironment(command, { [variable]: sample });
  expect(variable).toMatch(/^ASSAY_[A-Z][A-Z_]*$/);
  expect(command.getOptionValueSource(attribute)).toBe('env');
  const value = command.getOptionValue(attribute);
  if (/<(number|seconds)>/.test(option.flags)) expect(value).toBe(3);
  if (option.negate || option.isBoolean()) expect(Number(value)).toBe(Number(sample));
  expect(Array.isArray(value) || !isRepeatable(option)).toBe(true);
  if (!option.negate) expect(command.helpInformation()).toContain(`[${variable}]`);
});

test('a flag outweighs its variable, and an empty variable says nothing', async () => {
  const command = commandOf('rules');
  command.setOptionValueWithSource('format', 'json', 'cli');
  fillFromEnvironment(command, { ASSAY_RULES_FORMAT: 'markdown', ASSAY_RULES: '  ' });
  expect(command.opts()).toMatchObject({ format: 'json' });
  expect(command.getOptionValueSource('rules')).toBeUndefined();
});

test.each([
  ['run', { ASSAY_ONLY: 'safety/*, PUT-02\nCRE-01' }, { only: ['safety/*', 'PUT-02', 'CRE-01'] }],
  ['run', { ASSAY_HEADER: 'A: 1, 2\nB: 3\n' }, { header: ['A: 1, 2', 'B: 3'] }],
  ['run', { ASSAY_FORMAT: 'html,junit' }, { format: ['html', 'junit'] }],
  ['run', { ASSAY_RULES: 'my rules\nothers' }, { rules: ['my rules', 'others'] }],
  ['run', { ASSAY_STRICT: 'no', ASSAY_VERBOSE: '2', ASSAY_COLOR: '0' }, { strict: false, verbose: 2, color: false }],
  ['run', { ASSAY_VERBOSE: 'true' }, { verbose: 1 }],
  ['demo', { ASSAY_DIALECT: 'one two', ASSAY_MAX_REQUESTS: ' 20 ' }, { dialect: ['one', 'two'], maxRequests: 20 }],
])('assay %s with %j means %j', (name, env, expected) => {
  const command = commandOf(name);
  fillFromEnvironment(command, env);
  expect(command.opts()).toMatchObject(expected);
});

test.each([
  [{ ASSAY_MAX_REQUESTS: '0' }, 'ASSAY_MAX_REQUESTS: "0" is invalid. Give a whole number from 1 on.'],
  [{ ASSAY_PERMIT: 'all' }, 'ASSAY_PERMIT: "all" is invalid. Allowed choices are reads, writes, deletes, floods.'],
  [{ ASSAY_STRICT: 'perhaps' }, 'ASSAY_STRICT: "perhaps" is neither true nor false (1 or 0)'],
])('%j is refused by name', (env, message) => {
  expect(() => fillFromEnvironment(commandOf('run'), env)).toThrow(message);
});

test('what looks like a variable of assay and is none is told, with the nearest name; credentials are not', () => {
  const env = { ASSAY_MAX_REQUEST: '1', ASSAY_NONSENSE: '1', ASSAY_FULL_TOKEN: 's', MINE: 'x', ASSAY_SEED: '1' };
  expect(findUnknownVariables(program(), env)).toEqual([
    'ASSAY_MAX_REQUEST is no variable of assay; did you mean ASSAY_MAX_REQUESTS?',
    'ASSAY_NONSENSE is no variable of assay; "assay run --help" shows them all',
  ]);
  expect(listKnownVariables(program())).toContain('ASSAY_BASE_URL');
});

test('the base URL may stand in the environment, and an invalid variable is bad usage: exit 2', async () => {
  const cwd = createTestFolder();
  const { code, stderr } = await runAssay(cwd, ['run'], { ASSAY_BASE_URL: 'ftp://x' });
  expect([code, stderr]).toEqual([2, expect.stringContaining('only http and https can be tested')]);
  const twice = await runAssay(cwd, ['run', 'http://127.0.0.1:1'], { ASSAY_QUIET: '1', ASSAY_VERBOSE: '1' });
  expect([twice.code, twice.stderr]).toEqual([2, 'assay: --quiet and --verbose exclude each other; say one of them\n']);
  const flag = await runAssay(cwd, ['run', 'http://127.0.0.1:1', '--quiet'], { ASSAY_VERBOSE: '1' });
  expect([flag.code, flag.stderr.split('\n')]).toEqual([3, [expect.stringContaining('cannot be reached'), '']]);
});

test('nothing of this process is changed by a program that only parses', () => {
  vi.stubEnv('ASSAY_SEED', 'x');
  expect(commandOf('run').opts()).not.toHaveProperty('seed');
  vi.unstubAllEnvs();
});
