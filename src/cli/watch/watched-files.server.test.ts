import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aim } from '../../api/make-profile.js';
import { origin } from '../../http/origin.fixture.js';
import { folderWith } from '../../profile/folder.fixture.js';
import { waitFor } from './wait-for-change.js';
import { lookout } from './watched-files.js';

async function ground(rules: string) {
  const cwd = folderWith({ 'assay.yaml': 'name: orders', 'known.yaml': 'waivers: []' });
  for (const folder of ['house', 'reports']) mkdirSync(join(cwd, folder));
  const profile = await aim({ baseUrl: 'http://127.0.0.1:1', cwd, env: {}, profile: join(cwd, 'assay.yaml') });
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
  write('house/one.mjs', '//');
  const flags = { out: join(cwd, 'reports'), baseline: join(cwd, 'known.yaml') };
  return { write, isEdited: lookout({ ...profile, ruleFolders: [join(cwd, rules)] }, flags) };
}

test.each(['assay.yaml', 'house/one.mjs', 'house/two.mjs'])('%s may be edited while a run goes on', async (name) => {
  const { write, isEdited } = await ground('house');
  expect(isEdited()).toBe(false);
  write(name, 'permit: reads');
  expect(isEdited()).toBe(true);
});

test('what a run writes by itself is no edit, so that none follows from another', async () => {
  const { write, isEdited } = await ground('.');
  write('reports/report.json', '{}');
  write('known.yaml', 'waivers: [{ rule: a/b, reason: ours }]');
  expect(isEdited()).toBe(false);
});

test('that a service which was gone is there again is a reason to run', async () => {
  const { url } = await origin((_, response) => response.end('{}'));
  expect(await waitFor({ files: [], baseUrl: url, awaits: 'reason', wasGone: true })).toBe('restart');
});
