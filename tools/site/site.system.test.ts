import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, windowSizes } from '../../src/report/html/page/browser.fixture.js';
import { repositoryRoot } from '../../test/docs/pages.fixture.js';
import { describeWith } from '../../test/support/system-parts.js';

const site = join(repositoryRoot, 'site/dist');

/** The file of an address of the site; undefined where there is none. */
function findFile(address: string): string | undefined {
  const path = join(site, decodeURIComponent(address));
  const candidates = [path, `${path}.html`, join(path, 'index.html')];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile());
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Serves the site as any host of files would. */
const serveSite = (): Server =>
  createServer(({ url = '/' }, response) => {
    const file = findFile(url.replace(/[?#].*/, ''));
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': types[extname(file ?? '')] ?? 'image/png' });
    response.end(file && readFileSync(file));
  });

describeWith(['chromium', 'site'], 'the documentation site', () => {
  let browser: Browser;
  let server: Server;
  let address: string;
  beforeAll(async () => {
    const args = [join(repositoryRoot, 'dist/tools/site/main.js')];
    const built = spawnSync(process.execPath, args, { cwd: repositoryRoot, encoding: 'utf8' });
    expect(built.status, built.stderr).toBe(0);
    browser = await launchBrowser();
    server = serveSite().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    server?.closeAllConnections();
  });

  test('has no dead link', () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    const ids = new Map<string, Set<string>>();
    const listIds = (file: string): Set<string> => {
      const known =
        ids.get(file) ?? new Set([...readFileSync(file, 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id));
      ids.set(file, known);
      return known;
    };
    const dead = pages
      .filter((page) => page !== '404.html')
      .flatMap((page) =>
        [...readFileSync(join(site, page), 'utf8').matchAll(/<a\b[^>]* href="([^"]*)"/g)].flatMap(([, to = '']) => {
          if (/^[a-z]+:/.test(to)) return [];
          const { pathname, hash } = new URL(to, `http://site/${page}`);
          const file = findFile(pathname);
          const isThere = file !== undefined && (hash === '' || listIds(file).has(decodeURIComponent(hash.slice(1))));
          return isThere ? [] : [`${page}: ${to}`];
        }),
      );
    expect(pages.length).toBeGreaterThan(250);
    expect([...new Set(dead)]).toEqual([]);
  });

  test.each(Object.entries(windowSizes))(
    'has no problem that axe finds on a %s, and fits the window',
    async (_name, viewport) => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const path of [
          '/',
          '/docs/commands',
          '/docs/reference/rules',
          '/rules/safety/get-does-not-change-the-item',
        ]) {
          const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
          await page.goto(address + path, { waitUntil: 'networkidle' });
          // The theme names this button once it runs in the page, which no request announces.
          await page.locator('.VPSwitchAppearance:not([title=""])').first().waitFor({ state: 'attached' });
          await page.evaluate(axe.source);
          const found = await page.evaluate(
            'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))',
          );
          expect(found, `${path}, ${colorScheme}`).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(viewport.width);
          await page.close();
        }
    },
  );

  test('finds a rule by the words of its title', async () => {
    const page = await browser.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click();
    await page.getByRole('searchbox').fill('GET does not change the item');
    const first = page.locator('.results a, #localsearch-list a').first();
    await first.click();
    await page.getByRole('heading', { level: 1, name: 'GET does not change the item' }).waitFor();
    await page.close();
  });
});
