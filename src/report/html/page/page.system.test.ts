import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSampleResult, createSampleViolation } from '../../../../test/report-samples/sample-result.js';
import { interruptedReport, sound, troubled } from '../../../../test/report-samples/samples.js';
import { findControlCodes } from '../../../../test/support/control-characters.js';
import { describeWith } from '../../../../test/support/system-parts.js';
import type { Report } from '../../../model/result/report.js';
import { writeVendorHtml } from '../../vendor/write-vendor-html.js';
import { hostileReport } from '../hostile-text.fixture.js';
import { launchBrowser, type OpenedReport, openHtml, openReport, windowSizes } from './browser.fixture.js';

let browser: Browser;
describeWith(['chromium'], 'the HTML report in a browser', () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  const openAll = (page: Page) =>
    page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');

  /** How many of these can be seen. */
  const seen = (page: Page, what: string) => page.locator(`${what}:visible`).count();

  describe('in a browser', () => {
    test.each(Object.entries({ troubled, sound, interrupted: interruptedReport }))(
      'the %s report opens without errors and without network requests',
      async (_name, report) => {
        const { page, address, complaints, requested } = await openReport(browser, report);
        await openAll(page);
        expect(complaints).toEqual([]);
        expect(requested).toEqual([address]);
        expect(await page.locator('h1').count()).toBe(1);
      },
    );

    test.each(Object.entries(windowSizes))(
      'axe finds no problem on a %s, in light and dark colours',
      async (_name, viewport) => {
        const { page } = await openReport(browser, troubled, { viewport, reducedMotion: 'reduce' });
        await openAll(page);
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
  });

  describe('the report for a vendor', () => {
    test.each(Object.entries(windowSizes))(
      'has no problem that axe finds on a %s, and loads nothing',
      async (_name, viewport) => {
        for (const report of [troubled, hostileReport]) {
          const html = writeVendorHtml(report);
          const opened = await openHtml(browser, html, { viewport, bypassCSP: true });
          await opened.page.evaluate(axe.source);
          expect(
            await opened.page.evaluate(
              'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))',
            ),
          ).toEqual([]);
          expect(opened.complaints).toEqual([]);
          expect(opened.requested).toEqual([opened.address]);
          expect(await opened.page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
        }
      },
    );

    test('prints without a page for each finding', async () => {
      const { page } = await openHtml(browser, writeVendorHtml(troubled));
      const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
      const pages = paper.match(/\/Type \/Page\b/g)?.length ?? 0;
      expect(pages).toBeGreaterThan(1);
      expect(pages).toBeLessThan(6);
    });
  });

  describe('hostile text', () => {
    test('stays readable text everywhere, without links', async () => {
      const { page, address, complaints, requested } = await openReport(browser, hostileReport);
      await openAll(page);
      await page.evaluate(
        'for (const target of document.querySelectorAll("main *")) for (const kind of ["mouseover", "focus", "error", "load"]) target.dispatchEvent(new Event(kind))',
      );
      expect(await page.evaluate('window.owned')).toBeUndefined();
      expect(complaints).toEqual([]);
      expect(requested).toEqual([address]);
      expect(await page.locator('script').count()).toBe(2);
      expect(
        await page.locator('img, iframe, object, embed, base, main style, main link, main meta, main form').count(),
      ).toBe(0);
      const attributes = await page.evaluate(
        '[...new Set([...document.querySelectorAll("*")].flatMap((element) => [...element.attributes].map(({ name }) => name)))].filter((name) => name.startsWith("on") || name === "style" || name === "src" || name === "srcdoc")',
      );
      expect(attributes).toEqual([]);
      const addresses = (await page.evaluate(
        '[...document.querySelectorAll("[href]")].map((link) => link.getAttribute("href"))',
      )) as string[];
      const abroad = addresses.filter(
        (address) => !/^(#|data:,$|https:\/\/www\.rfc-editor\.org\/rfc\/rfc9110\.html#section-9\.2\.1$)/.test(address),
      );
      expect(abroad).toEqual([]);
      expect(addresses.some((address) => address.startsWith('https://www.rfc-editor.org/'))).toBe(true);
      const text = String(await page.evaluate('document.querySelector("#findings").textContent'));
      for (const piece of [
        '<script>window.owned=1</script>',
        'onerror=window.owned=3',
        '&lt;script&gt;',
        '\\u202egnp.exe',
        '\\x1b[2J',
      ]) {
        expect(text).toContain(piece);
      }
      expect(findControlCodes(text)).toEqual([]);
    });
  });

  describe('filters', () => {
    const opened = () => openReport(browser, troubled);

    test('by verdict', async () => {
      const { page } = await opened();
      await page.getByRole('checkbox', { name: 'inconclusive' }).check();
      expect(await seen(page, '#verdicts [data-item]')).toBe(1);
      expect(await seen(page, '.finding')).toBe(0);
      expect(await page.locator('#findings .nothing').isVisible()).toBe(true);
      expect(await seen(page, '#matrix [data-row]')).toBe(1);
      expect(await page.locator('#matches').innerText()).toBe(
        `1 of ${troubled.results.length} verdicts in the list, 0 of 7 violations`,
      );
    });

    test('by level, suite and subject, and back', async () => {
      const { page } = await opened();
      await page.getByRole('checkbox', { name: 'SHOULD' }).check();
      expect(await page.locator('.finding:visible h3').allInnerTexts()).toEqual([
        expect.stringContaining('the error was sent as text/html'),
      ]);
      await page.getByRole('button', { name: 'Show all' }).click();
      expect(await seen(page, '.finding')).toBe(7);
      await page.getByLabel('Suite', { exact: true }).selectOption('safety');
      expect(await seen(page, '.finding')).toBe(1);
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.getByLabel('Subject', { exact: true }).selectOption({ label: 'customers' });
      expect(await seen(page, '#verdicts [data-item]')).toBe(1);
      expect(await page.locator('.matrix thead th').allInnerTexts()).toEqual(['Rule', 'customers']);
    });

    test('are in the address, and are read from it', async () => {
      const { page, address } = await opened();
      await page.getByRole('checkbox', { name: 'SHOULD' }).check();
      await page.getByLabel('Subject', { exact: true }).selectOption({ label: 'orders' });
      await page.getByLabel('Search').fill('Text/HTML');
      expect(await page.evaluate('location.search')).toBe('?level=SHOULD&subject=orders&search=text%2Fhtml');
      await page.reload();
      expect(await page.getByRole('checkbox', { name: 'SHOULD' }).isChecked()).toBe(true);
      expect(await seen(page, '.finding')).toBe(1);
      await page.getByRole('button', { name: 'Show all' }).click();
      expect(await page.evaluate('location.href')).toBe(address);
      await page.goto(`${address}?level=none&suite=none&subject=none`);
      expect(await seen(page, '.finding')).toBe(7);
    });

    test('apply to the summary, to operations and to what is folded, and fold it again', async () => {
      const { page } = await opened();
      const openFolds = () => page.locator('details.fold[open]').count();
      expect(await openFolds()).toBe(0);
      await page.getByLabel('Suite', { exact: true }).selectOption('safety');
      expect(await seen(page, '#summary .numbered li')).toBe(1);
      expect(await seen(page, '#verdicts [data-item]')).toBe(1);
      await page.getByRole('button', { name: 'Show all' }).click();
      expect(await openFolds()).toBe(0);
      await page.getByLabel('Search').fill('/jobs/stop');
      expect(await page.locator('#operations [data-search]:visible').innerText()).toContain('not called');
      expect(await seen(page, '#summary .numbered li')).toBe(0);
    });

    test('by text, from the keyboard', async () => {
      const { page } = await opened();
      await page.keyboard.press('/');
      await page.keyboard.type('ETAG was bare');
      expect(await page.locator('.finding:visible').count()).toBe(1);
      await page.keyboard.press('Control+A');
      await page.keyboard.type('no such text');
      expect(await seen(page, '[data-item]')).toBe(0);
    });

    test('are removed when a link leads to a hidden finding', async () => {
      const { page } = await opened();
      await page.getByRole('checkbox', { name: 'held' }).check();
      await page.evaluate('void (location.hash = "#f1")');
      await page.locator('#f1').waitFor({ state: 'visible' });
      expect(await seen(page, '.finding')).toBe(7);
    });
  });

  describe('links', () => {
    test('open what is folded, also from another page', async () => {
      const { page, address } = await openReport(browser, troubled);
      await page.getByRole('link', { name: 'SAFE-1' }).first().click();
      await page.locator('#c-SAFE-1').waitFor({ state: 'visible' });
      await page.goto(`${address}?x#verdicts`);
      expect(await seen(page, '#verdicts [data-item]')).toBe(troubled.results.length);
    });

    test('lead to findings that are folded below another one, and these are not printed', async () => {
      const results = ['one', 'two', 'three'].map((subject) => createSampleViolation({ subject }));
      const { page } = await openReport(browser, { ...sound, results });
      expect(await seen(page, '.finding')).toBe(1);
      await page.emulateMedia({ media: 'print' });
      expect(await seen(page, '.finding')).toBe(1);
      expect(await page.locator('.same > summary').innerText()).toBe('The same on 2 other subjects: two, three');
      await page.emulateMedia({ media: 'screen' });
      await page.locator('#summary a[href="#f3"]').click();
      await page.locator('#f3').waitFor({ state: 'visible' });
    });
  });

  describe('controls', () => {
    const copied = ({ page }: OpenedReport) => page.evaluate('navigator.clipboard.readText()');

    test('copy a command, and say so', async () => {
      const opened = await openReport(browser, troubled, { permissions: ['clipboard-read', 'clipboard-write'] });
      await opened.page.getByRole('button', { name: 'Copy replay of finding 1', exact: true }).click();
      await opened.page.getByText('copied', { exact: true }).waitFor({ state: 'attached' });
      expect(await copied(opened)).toBe('assay replay reports/report.json 1');
    });

    test('copy when scripts may not use the clipboard', async () => {
      const { page } = await openReport(browser, troubled);
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.addEventListener('copy', () => { window.taken = document.activeElement.value; })`);
      await page.locator('#f1 .curl summary').click();
      await page.getByRole('button', { name: 'Copy curl lines of finding 1', exact: true }).click();
      await page.getByText('copied', { exact: true }).waitFor({ state: 'attached' });
      expect(await page.evaluate('window.taken')).toBe(troubled.results[1]?.evidence?.curl.join('\n'));
    });

    test('switch between light and dark colours', async () => {
      const { page } = await openReport(browser, troubled, { colorScheme: 'light' });
      const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      const before = await background();
      const button = page.locator('#theme');
      expect(await button.textContent()).toBe('Use dark colours');
      await button.press('Enter');
      expect(await button.textContent()).toBe('Use light colours');
      expect(await background()).not.toBe(before);
      await button.press('Space');
      expect(await background()).toBe(before);
    });

    test('are all reached by Tab, beginning with the skip link', async () => {
      const { page } = await openReport(browser, troubled);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.className')).toBe('skip');
      expect(await page.locator('.skip').boundingBox()).toMatchObject({ x: expect.closeTo(7.5, 0) });
      const reached = new Set<string>();
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        reached.add(String(await page.evaluate('document.activeElement.id || document.activeElement.tagName')));
      }
      expect([...reached]).toEqual(expect.arrayContaining(['theme', 'search', 'suite', 'subject', 'SUMMARY']));
    });
  });

  describe('a service of 1,000 collections', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `collection-${index}`);
    const large: Report = {
      ...sound,
      results: names.flatMap((subject) => [
        subject === 'collection-990' ? createSampleViolation({ subject }) : createSampleResult({ subject }),
        createSampleResult({ subject, rule: 'creation/created-item-is-readable', clause: 'CREATE-1' }),
      ]),
    };

    test('has a matrix in pages, worst first', async () => {
      const { page } = await openReport(browser, large);
      await page.locator('#matrix > details > summary').click();
      const heads = () => page.locator('.matrix thead th').allInnerTexts();
      expect((await heads()).slice(0, 3)).toEqual(['Rule', 'collection-990', 'collection-0']);
      expect(await page.locator('.matrix a[href="#f1"]').count()).toBe(1);
      expect(await page.getByRole('button', { name: 'Earlier subjects' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Later subjects' }).click();
      expect((await heads()).slice(1, 2)).toEqual(['collection-11']);
      expect(await page.locator('.matrix td.v-held').count()).toBe(24);
      await page.getByLabel('Subject', { exact: true }).selectOption({ label: 'collection-990' });
      expect(await heads()).toEqual(['Rule', 'collection-990']);
      expect(await page.locator('.matrix td.v-violated').innerText()).toBe('violated, finding 1');
      await page.getByRole('button', { name: 'Show all' }).click();
      await page.setViewportSize(windowSizes.phone);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(windowSizes.phone.width);
    });
  });

  describe('elsewhere', () => {
    test('without scripts the page is complete, and has no controls', async () => {
      const { page } = await openReport(browser, troubled, { javaScriptEnabled: false });
      expect(await seen(page, 'button')).toBe(0);
      expect(await seen(page, 'input')).toBe(0);
      expect(await seen(page, '.finding')).toBe(7);
      await page.locator('#f1 .step summary').first().click();
      expect(await page.locator('#f1 .messages').first().isVisible()).toBe(true);
    });

    test('in print everything is expanded and there are no controls', async () => {
      const { page } = await openReport(browser, troubled);
      await page.emulateMedia({ media: 'print' });
      expect((await seen(page, 'button')) + (await seen(page, 'nav'))).toBe(0);
      expect(await page.locator('#f1 .messages').first().isVisible()).toBe(true);
      const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
      expect(paper.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(8);
    });
  });
});
