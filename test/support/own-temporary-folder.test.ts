import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import createOwnTemporaryFolder from './own-temporary-folder.js';
import { createTemporaryFolder } from './temporary-folder.fixture.js';

let outer: string;

beforeEach(() => {
  outer = createTemporaryFolder();
  vi.stubEnv('TMPDIR', outer);
  onTestFinished(() => void vi.unstubAllEnvs());
});

test('all projects of a run have one temporary folder', async () => {
  // @ts-expect-error: Vitest loads the module once for each project.
  const { default: createForOtherProject } = await import('./own-temporary-folder.js?other');
  const remove = createOwnTemporaryFolder();
  const own = process.env.TMPDIR;
  expect([createForOtherProject(), process.env.TMPDIR]).toEqual([undefined, own]);
  remove?.();
  expect(readdirSync(outer)).toEqual([]);
});

test('a run fails when a file is left in its temporary folder', () => {
  const before = process.exitCode;
  onTestFinished(() => {
    process.exitCode = before;
  });
  const remove = createOwnTemporaryFolder();
  const own = process.env.TMPDIR ?? '';
  writeFileSync(join(own, 'left'), '');
  expect(remove).toThrow('tests left temporary files behind: left');
  expect([process.exitCode, existsSync(own)]).toEqual([1, false]);
});
