import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { type View, views } from './views.js';

/** `npm run screenshots`: pictures of the HTML report of the demo, with a fault and without, for README and the documentation. */
const { positionals } = parseArgs({ allowPositionals: true });
const [images = 'docs/images'] = positionals;
const folder = mkdtempSync(join(tmpdir(), 'assay-screenshots-'));
mkdirSync(images, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const reports = {
    fault: createReport('fault', ['--fault', 'get-bumps-a-counter']),
    sound: createReport('sound', []),
  };
  for (const view of views) await takeScreenshot(view, reports[view.of], browser);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Audits the demo, and tells where its report is. */
function createReport(name: string, flags: readonly string[]): string {
  const bin = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const args = [bin, 'demo', ...flags, '--seed', '1', '--quiet', '--format', 'json,html'];
  const { stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const file = join(cwd, 'reports/report.html');
  if (!existsSync(file)) throw new Error(`the demo left no report: ${stderr}`);
  return pathToFileURL(file).href;
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
  if (from) await page.evaluate(`document.querySelector(${JSON.stringify(from)}).scrollIntoView()`);
  await page.screenshot({ path: join(images, file) });
  await page.close();
}
