import { expect, test, vi } from 'vitest';
import {
  createTestFolder,
  hasReport,
  readRunReport,
  startAssay,
  startDemoService,
} from '../../../test/cli/assay.fixture.js';
import { startOrigin } from '../../http/origin.fixture.js';

const within = { interval: 1, timeout: 200_000 };

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  '%s during a run: exit 130, the report is whole, everything created is removed',
  async (signal) => {
    const demo = await startDemoService();
    const cwd = createTestFolder();
    const { child, ended } = startAssay(cwd, ['run', demo.url, '--cases', '30']);
    await vi.waitUntil(() => demo.requests() > 100 && demo.orders() > 0, within);
    child.kill(signal);
    const { code, stderr } = await ended;
    const { run, gate, results, leftovers, complete } = readRunReport(cwd);
    expect(stderr).toMatch(/\n\nassay: interrupted; removing created items \(interrupt again to stop immediately\)\n$/);
    expect(run.endedEarly).toBe('interrupted');
    expect(gate).toMatchObject({ open: false, exit: 130 });
    expect(results.some(({ why }) => why === 'the trial did not start: interrupted')).toBe(true);
    expect(complete).toBe(true);
    expect(leftovers).toEqual([]);
    expect(demo.orders()).toBe(0);
    expect(code).toBe(130);
  },
);

test('an interruption during the survey: exit 130, and an empty report', async () => {
  const { url, arrived } = await startOrigin(({ url: target }, response) => {
    if (target === '/') response.writeHead(404).end();
  });
  const cwd = createTestFolder({ 'assay.yaml': `baseUrl: ${url}\nlimits:\n  timeoutMs: 500\n` });
  const { child, ended } = startAssay(cwd, ['run']);
  await vi.waitUntil(() => arrived.length > 1, within);
  child.kill('SIGINT');
  const { code } = await ended;
  const { run, results, survey } = readRunReport(cwd);
  expect(run.endedEarly).toBe('interrupted');
  expect(survey.notes).toEqual(['the survey was interrupted']);
  expect(results.every(({ verdict }) => verdict === 'not-applicable')).toBe(true);
  expect(code).toBe(130);
});

test('a second interruption ends the process at once', async () => {
  const { url, arrived } = await startOrigin(({ url: target }, response) => {
    if (target === '/') response.writeHead(404).end();
  });
  const cwd = createTestFolder();
  const { child, ended, complaints } = startAssay(cwd, ['run', url]);
  await vi.waitUntil(() => arrived.length > 1, within);
  child.kill('SIGINT');
  await vi.waitUntil(() => complaints().includes('interrupted'), within);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
  expect(hasReport(cwd)).toBe(false);
});
