import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestFolder, readRunReport, runAssay } from '../cli/assay.fixture.js';
import { docPages, findPageSamples } from './pages.fixture.js';

const page = docPages.find(({ path }) => path === 'docs/tutorial.md');
const [server = '', wrong = '', right = ''] = (page ? findPageSamples(page) : [])
  .filter(({ language }) => language === 'js')
  .map(({ text }) => text);
const withoutName = (text: string) => text.slice(text.indexOf('\n') + 1);

/** Starts a server as the page says, on a free port; gives its address and how to stop it. */
async function serve(folder: string, source: string) {
  writeFileSync(join(folder, 'server.mjs'), source);
  const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, env: { PORT: '0' } });
  const stop = () => void child.kill();
  onTestFinished(stop);
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { url: String(line).trim(), stop };
}

test('the commands of the tutorial have the documented results', async () => {
  const folder = createTestFolder();
  const few = ['--only', 'safety/get-does-not-change-the-item', '--cases', '2', '--seed', '1'];
  const first = await serve(folder, server);
  const blind = await runAssay(folder, ['run', first.url]);
  expect([blind.code, blind.stdout]).toEqual([3, expect.stringContaining('nothing was found at ')]);
  expect(await runAssay(folder, ['init', first.url, '--collection', '/notes'])).toMatchObject({ code: 0 });
  const found = await runAssay(folder, ['run', ...few]);
  expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('1. GET changed the item that it read')]);
  expect(readRunReport(folder).leftovers).toEqual([]);
  first.stop();

  const corrected = server.replace(withoutName(wrong), withoutName(right));
  expect(corrected).not.toBe(server);
  const second = await serve(folder, corrected);
  const replayed = await runAssay(folder, ['replay', 'reports/report.json', '1', '--base-url', second.url]);
  expect([replayed.code, replayed.stdout]).toEqual([
    0,
    expect.stringContaining('gone: 1. MUST safety/get-does-not-change'),
  ]);
});
