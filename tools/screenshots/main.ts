import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { createReports } from './reports.js';
import { type View, views } from './views.js';

/** `npm run screenshots`: pictures of HTML reports, for README and the documentation: the demo with a fault and without, five faults, and 50 collections. */
const { positionals } = parseArgs({ allowPositionals: true });
const [images = 'docs/images'] = positionals;
const folder = mkdtempSync(join(tmpdir(), 'assay-screenshots-'));
mkdirSync(images, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const reports = await createReports(folder);
  for (const view of views) await takeScreenshot(view, reports[view.of], browser);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function takeScreenshot(
  { file, width, height, light, from, isPaper, isUnfolded }: View,
  address: string,
  on: Browser,
) {
  const page = await on.newPage({ viewport: { width, height }, colorScheme: light, reducedMotion: 'reduce' });
  await page.goto(address);
  if (isPaper) await page.emulateMedia({ media: 'print' });
  // The margins of a sheet are the printer's, and no part of the page.
  if (isPaper) await page.evaluate('document.body.style.padding = "16mm 14mm"');
  if (isUnfolded) await page.locator('.step summary').nth(1).click();
  if (from)
    await page.evaluate(
      `for (const part of document.querySelectorAll(${JSON.stringify(`${from} > details.fold`)})) part.open = true`,
    );
  if (from) await page.evaluate(`document.querySelector(${JSON.stringify(from)}).scrollIntoView()`);
  await page.screenshot({ path: join(images, file) });
  await page.close();
}
