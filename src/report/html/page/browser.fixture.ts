import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Report } from '../../../model/result/report.js';
import { writeHtml } from '../write-html.js';

/** What a page did that pages of this report must not do. */
export interface OpenedReport {
  readonly page: Page;
  readonly address: string;
  /** Errors and warnings of the console, exceptions, dialogs. */
  readonly complaints: readonly string[];
  readonly requested: readonly string[];
}

/** A real browser without network access. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** Opens the report as a file in a new window; the window and the file are removed after the test. */
export const openReport = (
  browser: Browser,
  report: Report,
  options: BrowserContextOptions = {},
): Promise<OpenedReport> => openHtml(browser, writeHtml(report), options);

/** Opens a page as a file in a new window; the window and the file are removed after the test. */
export async function openHtml(
  browser: Browser,
  html: string,
  options: BrowserContextOptions = {},
): Promise<OpenedReport> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-html-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'report.html'), html);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const requested: string[] = [];
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => requested.push(request.url()));
  const address = pathToFileURL(join(folder, 'report.html')).href;
  await page.goto(address);
  return { page, address, complaints, requested };
}

/** Window sizes of a desktop and a phone. */
export const windowSizes = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
