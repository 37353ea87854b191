import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, windowSizes } from '../../src/report/html/page/browser.fixture.js';
import { describeWith } from '../../test/support/system-parts.js';
import { createReports, type ReportName } from './reports.js';

const views = {
  desktop: { viewport: windowSizes.desk, colorScheme: 'light' },
  dark: { viewport: windowSizes.desk, colorScheme: 'dark' },
  phone: { viewport: windowSizes.phone, colorScheme: 'light' },
} as const;

let browser: Browser;
let reports: Record<ReportName, string>;
const folder = mkdtempSync(join(tmpdir(), 'assay-reports-'));
describeWith(['chromium'], 'the reports of which there are pictures', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    reports = await createReports(folder);
  }, 300_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await browser.close();
  });

  test('have no problem that axe finds, folded and unfolded, and fit the window', { timeout: 300_000 }, async () => {
    for (const [name, address] of Object.entries(reports))
      for (const [view, options] of Object.entries(views)) {
        const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await page.goto(address);
        await page.evaluate(axe.source);
        for (const isUnfolded of [false, true]) {
          if (isUnfolded)
            await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
          const found = await page.evaluate(
            'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))',
          );
          expect(found, `${name}, ${view}`).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), `${name}, ${view}`).toBe(
            options.viewport.width,
          );
        }
        await context.close();
      }
  });

  test('have the verdict and the first violation on the first screen of a desktop and a phone', async () => {
    for (const viewport of Object.values(windowSizes)) {
      const page = await browser.newPage({ viewport });
      await page.goto(reports.five);
      const { y, height } = (await page.locator('#summary .numbered li').first().boundingBox()) ?? {
        y: 1e4,
        height: 0,
      };
      expect(y + height).toBeLessThan(viewport.height);
      await page.close();
    }
  });
});
