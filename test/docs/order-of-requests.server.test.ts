import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { startDemoService } from '../cli/assay.fixture.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { docPages } from './pages.fixture.js';

useSteadyClock();

interface Line {
  readonly trial?: string;
  readonly request?: { readonly method: string; readonly url: string };
}

test('the requests of a run come in the order that the page has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-order-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { url: baseUrl } = await startDemoService();
  const profile = await loadProfile({
    baseUrl,
    cwd: folder,
    env: {},
    only: ['idempotency/repeated-put-has-one-effect', 'creation/valid-post-answers-201'],
  });
  const place = (name: string) => join(folder, name);
  const files = { tape: place('tape.ndjson'), ledger: place('ledger.ndjson'), report: place('report.json') };
  await audit(profile, { seed: 1, stateFolder: folder, files });
  const lines = readFileSync(files.tape, 'utf8').split('\n').filter(Boolean);
  const sent = lines.flatMap((line) => {
    const { request, trial = '' } = JSON.parse(line) as Line;
    return request ? [{ method: request.method, path: new URL(request.url).pathname, step: trial.split('@')[0] }] : [];
  });
  const isReading = ({ method }: (typeof sent)[number]) => /^(GET|HEAD|OPTIONS)$/.test(method);
  const firstWrite = sent.findIndex((one) => !isReading(one));
  expect(sent[firstWrite]).toMatchObject({ method: 'POST', step: 'noise' });
  const before = [...new Set(sent.slice(0, firstWrite).map(({ step }) => step))];
  expect(before[0]).toBe('');
  expect(before).toContain('others');
  // Only what the run created is written to.
  const lists = new Set(sent.flatMap(({ method, path }) => (method === 'POST' ? [path] : [])));
  const seen = new Set(sent.slice(0, firstWrite).map(({ path }) => path));
  for (const { method, path } of sent.slice(firstWrite))
    if (/^(PUT|PATCH|DELETE)$/.test(method)) expect([lists.has(path), seen.has(path)]).toEqual([false, false]);
  // The page names the steps, in the order of their first request.
  const { text } = docPages.find(({ path }) => path === 'docs/order-of-requests.md') ?? { text: '' };
  const order = ['others', 'noise', 'cleanup'];
  expect(order.map((step) => sent.findIndex((one) => one.step === step)).toSorted((a, b) => a - b)).toEqual(
    order.map((step) => sent.findIndex((one) => one.step === step)),
  );
  for (const { step = '' } of sent) if (step !== '' && !step.includes('/')) expect(text).toContain(`\`${step}\``);
});
