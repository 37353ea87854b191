import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../../../test/support/system-parts.js';
import { hostileMarkup, hostileReport } from '../../report/html/hostile-text.fixture.js';
import { launchBrowser, openHtml, windowSizes } from '../../report/html/page/browser.fixture.js';
import { createFleetReport } from './fleet.fixture.js';
import { writeFleetHtml } from './write-fleet-html.js';

let browser: Browser;
describeWith(['chromium'], 'the page of a fleet in a browser', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test.each(Object.entries(windowSizes))(
    'opens without errors and requests, and axe finds no problem on a %s, in light and dark colours',
    async (_, viewport) => {
      const { page, address, complaints, requested } = await openHtml(
        browser,
        writeFleetHtml(createFleetReport('orders')),
        { viewport, reducedMotion: 'reduce', bypassCSP: true },
      );
      expect([complaints, requested]).toEqual([[], [address]]);
      await page.evaluate(axe.source);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(
          'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))',
        );
        expect(found, colorScheme).toEqual([]);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    },
  );

  test('has its style under its policy, and runs nothing of hostile text', async () => {
    const html = writeFleetHtml(createFleetReport(hostileMarkup, hostileReport));
    const { page, address, complaints, requested } = await openHtml(browser, html);
    expect([complaints, requested]).toEqual([[], [address]]);
    expect(await page.evaluate('window.owned')).toBeUndefined();
    expect(await page.evaluate('getComputedStyle(document.querySelector("table")).borderCollapse')).toBe('collapse');
    expect(await page.locator('main table').count()).toBeGreaterThan(4);
  });
});
