import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findControlCharacters } from './find-control-characters.js';

/** Writes down its arguments, each ended by a NUL, and answers with a Location. */
const curlStub = `#!/bin/sh
for each in "$@"; do printf '%s\\0' "$each" >> "$ARGUMENTS"; done
printf 'Location: /orders/given\\r\\n'
`;

const run = promisify(execFile);

/** Pastes curl commands into a shell whose curl does nothing. What is wrong with them: each must be one line, call curl once, and do nothing else. */
export async function checkPastedCommands(lines: readonly string[]): Promise<string[]> {
  if (lines.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  const [bin, cwd, given] = [join(folder, 'bin'), join(folder, 'cwd'), join(folder, 'arguments')];
  try {
    for (const each of [bin, cwd]) mkdirSync(each);
    writeFileSync(join(bin, 'curl'), curlStub);
    chmodSync(join(bin, 'curl'), 0o755);
    writeFileSync(given, '');
    await run('sh', ['-c', lines.join('\n')], { cwd, env: { PATH: `${bin}:${process.env.PATH}`, ARGUMENTS: given } });
    const calls = readFileSync(given, 'utf8')
      .split('\0')
      .filter((each) => each === '-sS').length;
    const written = readdirSync(cwd);
    return [
      ...findControlCharacters({ 'a curl command': lines.join('\n') }),
      ...lines.filter((line) => line.includes('\n')).map((line) => `a curl command of several lines: ${quote(line)}`),
      ...(calls === lines.length ? [] : [`${lines.length} curl commands called curl ${calls} times`]),
      ...(written.length === 0 ? [] : [`curl commands wrote ${written.join(', ')}`]),
    ];
  } catch (error) {
    return [`a curl command that no shell accepts: ${quote((error as Error).message)}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 200));
