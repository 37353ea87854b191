import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { engineFlags } from './tune-engine.js';

test('the flags are known to this version of Node', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...engineFlags, '--print', '1']);
  expect([stdout.trim(), stderr]).toEqual(['1', '']);
  await expect(promisify(execFile)(process.execPath, ['--no-such-flag', '--print', '1'])).rejects.toThrow('bad option');
});
