import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { binPath, createTestFolder, runAssay } from '../../../../test/cli/assay.fixture.js';
import { describeWith } from '../../../../test/support/system-parts.js';

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

describeWith(['bash'], 'completion in bash', () => {
  test('completes with the script sourced', async () => {
    expect(await offeredByBash('assay expl')).toEqual(['explain']);
    expect(await offeredByBash('assay run http://127.0.0.1:3000 --permit re')).toEqual(['reads']);
    expect(await offeredByBash('assay run --profile a')).toEqual(['a file.yaml']);
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('the script for %s', (shell) => {
  test('asks for words', async () => {
    const { code, stdout } = await runAssay(createTestFolder(), ['completion', shell]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(' complete -- ')]);
    expect(stdout).not.toContain('\\$');
  });

  describeWith([shell], `in ${shell}`, () => {
    test('is valid', async () => {
      const { stdout } = await runAssay(createTestFolder(), ['completion', shell]);
      const file = join(createTestFolder(), 'script');
      writeFileSync(file, stdout);
      // fish reads no script from a pipe.
      const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    });
  });
});
