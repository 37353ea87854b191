import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startDemo } from '../../src/demo/start-demo.js';
import { launchBrowser } from '../../src/report/html/page/browser.fixture.js';
import { allFaults } from '../../tools/faults/all-faults.js';
import { judgeFile } from '../../tools/traffic/judge-entries.js';
import { describeWith } from '../support/system-parts.js';
import { listFlawed } from './judge-har.fixture.js';

/** What the script of a page does with the orders of its own origin. */
async function useOrdersInPage(): Promise<void> {
  const send = (method: string, path: string, content?: object) =>
    fetch(path, {
      method,
      headers: { accept: 'application/json', ...(content && { 'content-type': 'application/json' }) },
      ...(content && { body: JSON.stringify(content) }),
    });
  const order = { customer: 'Ada', quantity: 2, email: 'ada@example.org', price: 12.5, note: 'first', gift: false };
  const created = await send('POST', '/orders', order);
  const item = created.headers.get('location') ?? '/orders/none';
  for (const path of [item, '/orders?limit=2', item]) await (await send('GET', path)).text();
  await send('PUT', item, { ...order, note: 'second' });
  await (await send('GET', item)).text();
  await (await send('POST', '/orders', { ...order, quantity: -5 })).text();
  await (await send('DELETE', '/orders')).text();
  await send('DELETE', item);
  for (const path of [item, '/orders']) await (await send('GET', path)).text();
}

describeWith(['chromium'], 'the archive of a browser', () => {
  test.each([
    [undefined, []],
    ['method-not-allowed-of-the-list-lacks-allow', ['operations/status-405-names-the-methods']],
    ['created-at-became-a-number', ['document/response-matches-its-schema']],
  ])('of the demo with the fault %s is judged', async (fault, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-'));
    const demo = await startDemo({ faults: allFaults, ...(fault !== undefined && { fault }) });
    const browser = await launchBrowser();
    try {
      const file = join(folder, 'page.har');
      const context = await browser.newContext({ recordHar: { path: file, content: 'embed' } });
      const page = await context.newPage();
      await page.goto(`${demo.url}/openapi.json`);
      await page.evaluate(useOrdersInPage);
      await context.close();
      const openapi = await (await fetch(`${demo.url}/openapi.json`)).text();
      const report = await judgeFile(file, demo.url, openapi);
      expect(listFlawed(report, 'violated')).toEqual(expected);
      expect(report.traffic?.exchanges).toBeGreaterThan(10);
      if (fault === undefined) expect(listFlawed(report, 'inconclusive')).toEqual([]);
    } finally {
      await browser.close();
      await demo.close();
      rmSync(folder, { recursive: true });
    }
  });
});
