import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { engineFlags } from './tune-engine.js';

test('the flags are known to this version of Node', async () => {
  // Other tests of this process may have chosen colours.
  const run = { env: {} };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...engineFlags, '--print', '1'], run);
  expect([stdout.trim(), stderr]).toEqual(['1', '']);
  await expect(promisify(execFile)(process.execPath, ['--no-such-flag', '--print', '1'])).rejects.toThrow('bad option');
});
