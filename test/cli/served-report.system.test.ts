import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { launchBrowser, windowSizes } from '../../src/report/html/page/browser.fixture.js';
import { describeWith } from '../support/system-parts.js';
import { createTestFolder, runAssay, startDemoService } from './assay.fixture.js';
import { serveReport } from './served-report.fixture.js';

const findProblems =
  'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))';

describeWith(['chromium'], 'a served report in a browser', () => {
  test.each(Object.entries(windowSizes))(
    'the button of a finding asks, replays it and shows both exchanges, on a %s',
    async (_name, viewport) => {
      const demo = await startDemoService({ fault: 'post-answers-200' });
      const cwd = createTestFolder();
      await runAssay(cwd, ['run', demo.url, '--only', 'CRE-01', '--cases', '2', '--format', 'json']);
      const { url } = await serveReport(cwd);
      const browser = await launchBrowser();
      onTestFinished(() => browser.close());
      const page = await browser.newPage({ viewport });
      const complaints: string[] = [];
      // The page that asks is a refusal, which a browser reports, too.
      page.on('console', (message) => {
        if (!message.text().includes('403 (Forbidden)')) complaints.push(message.text());
      });
      const inspect = async () => {
        await page.evaluate(axe.source);
        expect(await page.evaluate(findProblems), await page.title()).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      };
      await page.goto(url);
      await inspect();
      await page.getByRole('button', { name: 'Replay finding 1' }).click();
      await page.getByText('The replay is sent to').waitFor();
      await inspect();
      await page.getByRole('button', { name: 'Send these requests' }).click();
      await page.getByRole('heading', { name: 'Replay of finding 1: still there' }).waitFor();
      await inspect();
      for (const side of ['Before', 'Now'])
        expect(await page.getByRole('region', { name: side }).getByText('POST').first().isVisible()).toBe(true);
      await page.getByRole('link', { name: 'Back to the report' }).click();
      await page.getByRole('button', { name: 'Replay finding 1' }).waitFor();
      await page.goto(`${url}live`);
      await page.getByText('The run has ended.').waitFor();
      await inspect();
      expect(complaints).toEqual([]);
    },
  );
});
