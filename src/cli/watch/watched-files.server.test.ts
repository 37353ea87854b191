import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProfile } from '../../api/make-profile.js';
import { startOrigin } from '../../http/origin.fixture.js';
import { createProfileFolder } from '../../profile/folder.fixture.js';
import { waitForChange } from './wait-for-change.js';
import { detectEdits } from './watched-files.js';

async function createWatchedFolder(rules: string) {
  const cwd = createProfileFolder({ 'assay.yaml': 'name: orders', 'known.yaml': 'waivers: []' });
  for (const folder of ['house', 'reports']) mkdirSync(join(cwd, folder));
  const profile = await makeProfile({ baseUrl: 'http://127.0.0.1:1', cwd, env: {}, profile: join(cwd, 'assay.yaml') });
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  write('house/one.mjs', '//');
  const flags = { out: join(cwd, 'reports'), baseline: join(cwd, 'known.yaml') };
  return { write, isEdited: detectEdits({ ...profile, ruleFolders: [join(cwd, rules)] }, flags) };
}

test.each(['assay.yaml', 'house/one.mjs', 'house/two.mjs'])('%s may be edited while a run goes on', async (name) => {
  const { write, isEdited } = await createWatchedFolder('house');
  expect(isEdited()).toBe(false);
  write(name, 'permit: reads');
  expect(isEdited()).toBe(true);
});

test('ignores files that a run writes', async () => {
  const { write, isEdited } = await createWatchedFolder('.');
  write('reports/report.json', '{}');
  write('known.yaml', 'waivers: [{ rule: a/b, reason: ours }]');
  expect(isEdited()).toBe(false);
});

test('runs again when a stopped service is back', async () => {
  const { url } = await startOrigin((_, response) => response.end('{}'));
  expect(await waitForChange({ files: [], baseUrl: url, waitsFor: 'reason', wasGone: true })).toBe('restart');
});
