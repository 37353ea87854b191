import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, readRunReport } from '../cli/assay.fixture.js';
import { applyChange, expectScreen, listSectionSamples } from './own-service.fixture.js';
import { repositoryRoot } from './pages.fixture.js';

test('the Express service of the page has its finding, and none after its fix', async () => {
  const [server = '', before, after] = listSectionSamples('Express', 'js');
  const [finding, gone] = listSectionSamples('Express', 'text');
  const folder = createTestFolder({ 'server.mjs': server });
  symlinkSync(join(repositoryRoot, 'field/node_modules'), join(folder, 'node_modules'));
  const exec = ['--exec', 'node server.mjs'];
  await expectScreen(folder, ['run', ...exec], 1, finding);
  applyChange(join(folder, 'server.mjs'), before, after);
  await expectScreen(folder, ['replay', 'reports/report.json', '1', ...exec], 0, gone);
  await expectScreen(folder, ['run', ...exec], 0);
  expect(readRunReport(folder).leftovers).toEqual([]);
});
