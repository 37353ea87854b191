import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  getTerminalHeight,
  getTerminalWidth,
  isColoured,
  isInteractive,
  setColourPreference,
} from '../../src/cli/terminal/output-streams.js';
import { binPath, createTestFolder, hasReport, runAssay, runAssayProcess } from './assay.fixture.js';

const quick = ['demo', '--only', 'CRE-01', '--cases', '2'];

test('prints no escape codes when the output is not a terminal', async () => {
  const { code, stdout, stderr } = await runAssayProcess(createTestFolder(), [...quick, '--fault', 'post-answers-200']);
  expect(stdout).toContain('Failed: 1 MUST rule violated (exit 1)');
  expect(stdout + stderr).not.toContain('\x1b');
  expect(code).toBe(1);
});

test.each(['18.20.8', '20.18.3', '16.20.2'])('needs a later version of Node than %s, in one line', async (version) => {
  // Stands for an older engine: what comes before the check of the version must not fail there, so it imports nothing.
  const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const { code, stderr } = await runAssayProcess(createTestFolder(), ['--version'], {
    NODE_OPTIONS: `--import="${older}"`,
  });
  expect(stderr).toMatch(/^assay: needs Node 20\.19 or later; this is v\S+\n$/);
  expect(code).toBe(2);
  const [before = ''] = readFileSync(binPath, 'utf8').split('process.exitCode = 2');
  expect(before).not.toMatch(/^\s*import|await|\?\.|\?\?/m);
});

test.each<[boolean | undefined, Record<string, string>, boolean]>([
  [true, {}, true],
  [true, { NO_COLOR: '' }, true],
  [true, { NO_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
  [undefined, {}, false],
  [undefined, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('a terminal %s with %j is coloured: %s', (isTTY, env, expected) => {
  expect(isColoured({ isTTY: isTTY as boolean }, env)).toBe(expected);
});

test.each<[boolean | undefined, Record<string, string>, boolean]>([
  [true, {}, true],
  [true, { CI: 'false' }, true],
  [true, { CI: 'true' }, false],
  [true, { TERM: 'dumb' }, false],
  [undefined, {}, false],
])('lines are drawn anew on a terminal %s with %j: %s', (isTTY, env, expected) => {
  expect(isInteractive({ isTTY: isTTY as boolean }, env)).toBe(expected);
});

test.each<[boolean | undefined, Record<string, string>, number]>([
  [true, {}, 49],
  [true, { CI: 'true' }, Number.POSITIVE_INFINITY],
  [undefined, {}, Number.POSITIVE_INFINITY],
  [undefined, { LINES: '40' }, 39],
  [undefined, { LINES: '10' }, 24],
])('on a terminal %s with %j, a screen has %i lines', (isTTY, env, expected) => {
  expect(getTerminalHeight({ isTTY: isTTY as boolean, rows: 50 }, env)).toBe(expected);
});

test('prints 100 columns to a file, and the width of a terminal to a terminal', () => {
  const sizes = [undefined, 0, 80, 3] as readonly number[];
  expect(sizes.map((columns) => getTerminalWidth({ columns }))).toEqual([100, 100, 80, 20]);
});

test('prefers --no-color and --color to variables of the environment', () => {
  const env = { NO_COLOR: '1' };
  setColourPreference(true, env);
  expect(isColoured({ isTTY: false }, env)).toBe(true);
  setColourPreference(false, env);
  expect(isColoured({ isTTY: true }, env)).toBe(false);
});

test('prints whether the run passed, and what failed it, with --quiet', async () => {
  expect((await runAssay(createTestFolder(), [...quick, '--quiet'])).stdout).toMatch(/^Passed: .* \(exit 0\)\n$/);
  const closed = await runAssay(createTestFolder(), [...quick, '--quiet', '--fault', 'post-answers-200']);
  expect(closed).toEqual({
    code: 1,
    stdout:
      '1. A valid POST to a collection did not return 201 [orders]  MUST\nFailed: 1 MUST rule violated (exit 1)\n',
    stderr: '',
  });
});

test.each([['rules', '--format', 'json'], ['--help'], quick])(
  'exits without an error when the reader of a pipe closes it: %s',
  async (...args) => {
    const bin = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
    const cwd = createTestFolder();
    const child = spawn(process.execPath, [bin, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(stderr.replace(/^assay: (reading|\d+ checks?) .*\n/gm, '')).toBe('');
    expect(code).toBe(0);
    expect(hasReport(cwd)).toBe(args[0] === 'demo');
  },
);
