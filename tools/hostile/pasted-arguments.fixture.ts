import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { findControlCodes } from '../../test/support/control-characters.js';

/** Writes down what it is given, each argument closed by a NUL, and answers with a Location. */
const curlStub = `#!/bin/sh
for each in "$@"; do printf '%s\\0' "$each" >> "$ARGUMENTS"; done
printf 'Location: /orders/given\\r\\n'
`;

/** Pastes curl lines into a shell whose curl does nothing: each must be one line, call curl once, and do nothing else. */
export async function checkPastedCommands(lines: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const [bin, desk, given] = [join(folder, 'bin'), join(folder, 'desk'), join(folder, 'arguments')];
  try {
    for (const each of [bin, desk]) mkdirSync(each);
    writeFileSync(join(bin, 'curl'), curlStub);
    chmodSync(join(bin, 'curl'), 0o755);
    writeFileSync(given, '');
    const env = { PATH: `${bin}:${process.env.PATH}`, ARGUMENTS: given };
    for (const line of lines) {
      expect(line).not.toContain('\n');
      expect(findControlCodes(line)).toEqual([]);
      await promisify(execFile)('sh', ['-n', '-c', line], { cwd: desk, env });
    }
    await promisify(execFile)('sh', ['-c', lines.join('\n')], { cwd: desk, env });
    const calls = readFileSync(given, 'utf8')
      .split('\0')
      .filter((each) => each === '-sS');
    expect(calls).toHaveLength(lines.length);
    expect(readdirSync(desk)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
