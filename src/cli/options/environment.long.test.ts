import type { Command, Option } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestFolder, runAssay } from '../../../test/cli/assay.fixture.js';
import { createProgram } from '../program.js';
import { deleteEmptyVariables, findUnknownVariables, isRepeatable, listKnownVariables } from './environment.js';
import { getCommandName, listCommands } from './list-commands.js';

afterEach(() => void vi.unstubAllEnvs());

const program = () => createProgram(() => {});
const findCommand = (from: Command, name: string) =>
  listCommands(from).find((one) => getCommandName(one) === name) as Command;

/** Parses a command line in an environment, as `main` does, and carries nothing out. */
async function parseIn(env: Readonly<Record<string, string>>, name: string, ...args: string[]): Promise<Command> {
  const whole = program();
  const command = findCommand(whole, name)
    .action(() => {})
    .configureOutput({ writeErr: () => {} });
  const given = command.registeredArguments
    .filter(({ required }) => required)
    .map(({ argChoices: [one] = ['1'] }) => one);
  const needed = command.options
    .filter(({ mandatory, envVar = '' }) => mandatory && !(envVar in env))
    .flatMap((option) => [option.long ?? '', sampleFor(option)]);
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value);
  deleteEmptyVariables(whole, process.env);
  await whole.parseAsync([...name.split(' '), ...(given as string[]), ...needed, ...args], { from: 'user' });
  return command;
}

/** A value that a flag takes. */
function sampleFor(option: Option): string {
  if (option.isBoolean() || option.negate) return option.negate ? '0' : '1';
  if (option.argChoices) return option.argChoices[0] ?? '';
  if (/<i\/n>/.test(option.flags)) return '1/2';
  if (option.attributeName() === 'failOn') return 'must,document';
  if (/^(exclude|include|allowEffects)$/.test(option.attributeName())) return 'GET /orders';
  return /<(number|seconds|duration)>/.test(option.flags) ? '3' : 'some-text';
}

const flags = listCommands(program())
  .filter((command) => !command.name().startsWith('complet'))
  .flatMap((command) =>
    command.options
      .filter(({ negate }) => !negate)
      .map((option) => [getCommandName(command), option.flags, option.attributeName()] as const),
  );

test('finds the flags of the commands', () => {
  expect(flags.length).toBeGreaterThan(100);
});

test.each(flags)('assay %s %s can be set in the environment', async (name, written, attribute) => {
  const option = findCommand(program(), name).options.find(({ flags: own }) => own === written) as Option;
  const variable = option.envVar ?? 'none';
  const sample = sampleFor(option);
  const command = await parseIn({ [variable]: sample }, name);
  expect(variable).toMatch(/^ASSAY_[A-Z][A-Z0-9_]*$/);
  expect(command.getOptionValueSource(attribute)).toBe('env');
  const value = command.getOptionValue(attribute);
  if (/<(number|seconds)>/.test(option.flags)) expect(value).toBe(3);
  if (option.isBoolean()) expect(Number(value)).toBe(Number(sample));
  expect(Array.isArray(value) || !isRepeatable(option)).toBe(true);
  expect(command.helpInformation().replaceAll(/\s+/g, ' ')).toContain(`env: ${variable})`);
});

test('prefers a flag to its variable, and ignores an empty variable', async () => {
  const env = { ASSAY_RULES_FORMAT: 'markdown', ASSAY_RULES: '  ' };
  const command = await parseIn(env, 'rules', '--format', 'json');
  expect(command.opts()).toMatchObject({ format: 'json' });
  expect(command.getOptionValueSource('rules')).toBeUndefined();
  const lists = await parseIn({ ASSAY_ONLY: 'CRE-01', ASSAY_SEED: '', ASSAY_STRICT: '' }, 'run', '--only', 'PUT-01');
  expect(lists.opts()).toMatchObject({ only: ['PUT-01'] });
  expect(lists.opts()).not.toHaveProperty('seed');
  expect(lists.opts()).not.toHaveProperty('strict');
});

test.each([
  ['run', { ASSAY_ONLY: 'safety/*, PUT-02\nCRE-01' }, { only: ['safety/*', 'PUT-02', 'CRE-01'] }],
  ['run', { ASSAY_HEADER: 'A: 1, 2\nB: 3\n' }, { header: ['A: 1, 2', 'B: 3'] }],
  ['run', { ASSAY_FORMAT: 'html,junit' }, { format: ['html', 'junit'] }],
  ['run', { ASSAY_RULES: 'my rules\nothers' }, { rules: ['my rules', 'others'] }],
  ['run', { ASSAY_STRICT: 'no', ASSAY_VERBOSE: '2', ASSAY_COLOR: '0' }, { strict: false, verbose: 2, color: false }],
  ['run', { ASSAY_VERBOSE: 'true' }, { verbose: 1 }],
  ['demo', { ASSAY_DIALECT: 'one two', ASSAY_MAX_REQUESTS: ' 20 ' }, { dialect: ['one', 'two'], maxRequests: 20 }],
  ['run', { ASSAY_COLOR: '1' }, { color: true }],
  ['run', { ASSAY_HEADER: '' }, { out: 'reports' }],
])('assay %s with %j means %j', async (name, env, expected) => {
  const command = await parseIn(env as unknown as Record<string, string>, name);
  expect(command.opts()).toMatchObject(expected);
});

test.each([
  [{ ASSAY_MAX_REQUESTS: '0' }, "value '0' from env 'ASSAY_MAX_REQUESTS' is invalid. Give a whole number from 1 on."],
  [
    { ASSAY_PERMIT: 'all' },
    "value 'all' from env 'ASSAY_PERMIT' is invalid. Allowed choices are reads, writes, deletes, floods.",
  ],
  [
    { ASSAY_STRICT: 'perhaps' },
    "option '--strict' value 'perhaps' from env 'ASSAY_STRICT' is invalid. Give 1 or 0, true or false, yes or no.",
  ],
  [{ ASSAY_VERBOSE: 'much' }, "value 'much' from env 'ASSAY_VERBOSE' is invalid."],
  [{ ASSAY_ONLY: 'CRE-01 http://x' }, "from env 'ASSAY_ONLY' is invalid. Put the base URL before --only."],
])('refuses %j with its name', async (env, message) => {
  await expect(parseIn(env as unknown as Record<string, string>, 'run')).rejects.toThrow(message);
});

test('prints help with any variables', async () => {
  const { code, stdout } = await runAssay(createTestFolder(), ['run', '--help'], { ASSAY_MAX_REQUESTS: 'x' });
  expect([code, stdout]).toEqual([0, expect.stringContaining('env: ASSAY_SEED')]);
});

test('an unknown variable of assay is reported with the nearest name; credentials are not', () => {
  const env = { ASSAY_MAX_REQUEST: '1', ASSAY_NONSENSE: '1', ASSAY_FULL_TOKEN: 's', MINE: 'x', ASSAY_SEED: '1' };
  expect(findUnknownVariables(program(), env)).toEqual([
    'ASSAY_MAX_REQUEST is not a variable of assay; did you mean ASSAY_MAX_REQUESTS?',
    'ASSAY_NONSENSE is not a variable of assay; "assay run --help" lists all variables',
  ]);
  expect(listKnownVariables(program())).toContain('ASSAY_BASE_URL');
});

test('the base URL can be set in the environment, and an invalid variable is bad usage: exit 2', async () => {
  const cwd = createTestFolder();
  const { code, stderr } = await runAssay(cwd, ['run'], { ASSAY_BASE_URL: 'ftp://x' });
  expect([code, stderr]).toEqual([2, expect.stringContaining('only http and https can be tested')]);
  const invalid = await runAssay(cwd, ['run', 'http://x'], { ASSAY_STRICT: 'perhaps' });
  expect([invalid.code, invalid.stderr]).toEqual([
    2,
    expect.stringMatching(/^assay: option '--strict' value 'perhaps' /),
  ]);
  const twice = await runAssay(cwd, ['run', 'http://127.0.0.1:1'], { ASSAY_QUIET: '1', ASSAY_VERBOSE: '1' });
  expect([twice.code, twice.stderr]).toEqual([
    2,
    'assay: --quiet and --verbose exclude each other; use only one of them\n',
  ]);
  const flag = await runAssay(cwd, ['run', 'http://127.0.0.1:1', '--quiet'], { ASSAY_VERBOSE: '1' });
  expect([flag.code, flag.stderr.split('\n')]).toEqual([3, [expect.stringContaining('cannot be reached'), '']]);
});
