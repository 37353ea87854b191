import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, readRunReport } from '../cli/assay.fixture.js';
import { describeWith } from '../support/system-parts.js';
import { applyChange, expectScreen, listSectionSamples } from './own-service.fixture.js';

describeWith(['fastapi'], 'the FastAPI service of the page', () => {
  test('has its findings, and none after their fixes', async () => {
    const [server = '', before, after, beforeStored, afterStored, handler = ''] = listSectionSamples(
      'FastAPI',
      'python',
    );
    const [finding, gone] = listSectionSamples('FastAPI', 'text');
    const folder = createTestFolder({ 'main.py': server });
    const main = join(folder, 'main.py');
    const exec = ['--exec', '/usr/bin/python3 -m uvicorn main:app --port $PORT'];
    await expectScreen(folder, ['run', ...exec], 1, finding);
    applyChange(main, before, after);
    await expectScreen(folder, ['replay', 'reports/report.json', '1', ...exec], 0, gone);
    applyChange(main, beforeStored, afterStored);
    appendFileSync(main, handler);
    await expectScreen(folder, ['run', ...exec], 0);
    expect(readRunReport(folder).leftovers).toEqual([]);
  });
});
