import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, windowSizes } from '../../src/report/html/page/browser.fixture.js';
import { describeWith } from '../../test/support/system-parts.js';
import { createReports, type ReportName } from './reports.js';

/**
 * What is examined in each view. Only the colours of the dark view differ from the desktop's; 50 collections repeat the elements of one,
 * and the report of the demo without a fault has those of the one with one.
 */
const views = {
  desktop: { viewport: windowSizes.wide, colorScheme: 'light', states: ['folded', 'unfolded'], axe: '{}' },
  dark: {
    viewport: windowSizes.wide,
    colorScheme: 'dark',
    states: ['unfolded'],
    axe: '{ runOnly: ["color-contrast", "link-in-text-block"] }',
  },
  phone: { viewport: windowSizes.phone, colorScheme: 'light', states: ['unfolded'], axe: '{}' },
} as const;
const isExamined = (name: string, view: string): boolean =>
  (name !== 'fifty' && name !== 'sound') || view === 'desktop';

let browser: Browser;
let reports: Record<ReportName, string>;
const folder = mkdtempSync(join(tmpdir(), 'assay-reports-'));
describeWith(['chromium'], 'the reports of which there are pictures', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    reports = await createReports(folder);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await browser.close();
  });

  test('have no problem that axe finds, folded and unfolded, and fit the window', async () => {
    for (const [name, address] of Object.entries(reports))
      for (const [view, { viewport, colorScheme, states, axe: options }] of Object.entries(views)) {
        const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await page.goto(address);
        await page.evaluate(axe.source);
        for (const state of states) {
          if (state === 'unfolded')
            await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
          expect(await page.evaluate('document.documentElement.scrollWidth'), `${name}, ${view}`).toBe(viewport.width);
          if (!isExamined(name, view)) continue;
          const found = await page.evaluate(
            `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`,
          );
          expect(found, `${name}, ${view}`).toEqual([]);
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
