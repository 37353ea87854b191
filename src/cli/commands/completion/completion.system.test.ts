import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { binPath, createTestFolder, runAssay } from '../../../../test/cli/assay.fixture.js';
import { createProgram } from '../../program.js';
import { listCompletions } from './candidates.js';

const complete = (...words: string[]) =>
  listCompletions(
    createProgram(() => {}),
    words,
  );

test('commands, and help for each of them', async () => {
  expect(await complete('')).toEqual(
    expect.arrayContaining(['run', 'demo', 'replay', 'completion', 'help', '--version']),
  );
  expect(await complete('re')).toEqual(expect.arrayContaining(['replay', 'report']));
  expect(await complete('help', 'ru')).toEqual(
    ['rules', 'run']
      .toSorted()
      .filter((name) => name.startsWith('ru'))
      .toReversed(),
  );
  expect(await complete('')).not.toContain('complete');
});

test.each([
  [['run', '--max-t'], ['--max-time']],
  [['run', '--permit', 'de'], ['deletes']],
  [['run', '--permit=wr'], ['--permit=writes']],
  [['run', 'http://a', '--only', 'safety/*', 'idempotency/put-rep'], ['idempotency/put-replaces-the-whole']],
  [
    ['run', '--only', 'PUT-0'],
    ['PUT-01', 'PUT-03'],
  ],
  [['explain', 'safety/get-leaves-the-item'], ['safety/get-leaves-the-item-as-it-was']],
  [['demo', '--fault', 'get-bumps'], ['get-bumps-a-counter']],
  [['demo', '--world', 'lagging-r'], ['lagging-reads']],
  [['run', '--format', 'json,jun'], ['json,junit']],
  [['rules', '--format', 'm'], ['markdown']],
  [['completion', 'z'], ['zsh']],
  [['run', '--profile', ''], [':files']],
  [['run', '--out', ''], [':folders']],
  [['replay', ''], [':files']],
  [['run', '--seed', ''], []],
  [['nosuch', ''], []],
])('after %j come %j', async (words, expected) => {
  expect((await complete(...words)).slice(0, expected.length || undefined)).toEqual(expected);
});

/** What bash would offer, with the script sourced as a user does it. */
async function offeredByBash(line: string): Promise<string[]> {
  const cwd = createTestFolder({ 'a file.yaml': '' });
  const folder = join(cwd, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'assay'), `#!/bin/sh\nexec '${process.execPath}' '${binPath}' "$@"\n`);
  chmodSync(join(folder, 'assay'), 0o755);
  writeFileSync(join(cwd, 'script'), (await runAssay(cwd, ['completion', 'bash'])).stdout);
  const words = line.split(' ');
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const script = `source ./script; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _assay assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const path = `${folder}${delimiter}${process.env.PATH}`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { PATH: path },
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('bash completes with the script sourced', async () => {
  expect(await offeredByBash('assay ex')).toEqual(['explain']);
  expect(await offeredByBash('assay run http://127.0.0.1:3000 --permit re')).toEqual(['reads']);
  expect(await offeredByBash('assay run --profile a')).toEqual(['a file.yaml']);
});

test.each(['bash', 'zsh', 'fish'])(
  'the script for %s asks for words, and is understood where that shell is there',
  async (shell) => {
    const { code, stdout } = await runAssay(createTestFolder(), ['completion', shell]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(' complete -- ')]);
    expect(stdout).not.toContain('\\$');
    const { error, status, stderr } = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' });
    expect(error === undefined ? [status, stderr] : [0, '']).toEqual([0, '']);
  },
);
