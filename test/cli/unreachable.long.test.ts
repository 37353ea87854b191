import { createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { listenOnFreePort, startOrigin } from '../../src/http/origin.fixture.js';
import { createTestFolder, hasReport, readRunReport, runAssay, startAssay, startDemoService } from './assay.fixture.js';

test('exits with 3 when the connection is refused', async () => {
  const server = createServer();
  const url = await listenOnFreePort(server);
  await new Promise((done) => server.close(done));
  const cwd = createTestFolder();
  const { code, stdout, stderr } = await runAssay(cwd, ['run', url]);
  expect(stderr).toContain(
    `assay: ${url} cannot be reached: nothing listens on ${new URL(url).host}; start the service`,
  );
  expect(stdout).toBe('');
  expect(stderr).not.toContain('earlier run');
  expect(hasReport(cwd)).toBe(false);
  expect(code).toBe(3);
});

test('exits with 3 and calls the existing report an older one when the host name does not resolve', async () => {
  const cwd = createTestFolder({ 'report.json': '{}' });
  const { code, stderr } = await runAssay(cwd, ['run', 'http://orders.invalid', '--out', '.']);
  expect(stderr).toContain('the name orders.invalid does not resolve; check its spelling and your DNS');
  expect(stderr).toContain('no report was written; report.json is from an earlier run');
  expect(code).toBe(3);
});

test('exits with 3 when the port does not use TLS', async () => {
  const { url } = await startOrigin((_, response) => response.end());
  const { code, stderr } = await runAssay(createTestFolder(), ['run', url.replace('http:', 'https:')]);
  expect(stderr).toContain('does not speak TLS; try http:// instead of https://');
  expect(code).toBe(3);
});

test.each([401, 403])('exits with 3 and explains how to give credentials when every response is %i', async (status) => {
  const { url } = await startOrigin((_, response) => response.writeHead(status).end());
  const cwd = createTestFolder();
  const { code, stdout } = await runAssay(cwd, ['run', url]);
  expect(stdout).toContain(
    `the service refuses requests: it answered GET / with ${status}; give credentials with --token-env`,
  );
  expect(readRunReport(cwd).gate).toMatchObject({ open: false, exit: 3 });
  expect(code).toBe(3);
});

test('exits with 3 and lists the remaining items in the report when the service stops during the run', async () => {
  const demo = await startDemoService();
  const cwd = createTestFolder();
  const { ended } = startAssay(cwd, ['run', demo.url, '--cases', '30']);
  await vi.waitUntil(
    () => {
      const isHalfWay = demo.requests() > 100 && demo.orders() >= 2;
      if (isHalfWay) void demo.close();
      return isHalfWay;
    },
    { interval: 1, timeout: 200_000 },
  );
  const { code, stdout } = await ended;
  const { run, gate, leftovers, results } = readRunReport(cwd);
  expect(run.endedEarly).toMatch(
    /^(curl -sS .* # )?the service no longer answers(; when it stopped, it was handling [A-Z]+ .*)?$/,
  );
  expect(gate).toMatchObject({ open: false, exit: 3 });
  expect(gate.reasons.join()).toContain('restart the service, and remove the items listed under leftovers');
  expect(demo.orders()).toBeGreaterThan(0);
  expect(leftovers.length).toBeGreaterThanOrEqual(demo.orders());
  expect(results.filter(({ verdict }) => verdict === 'violated' || verdict === 'errored')).toEqual([]);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /the service no longer answers(; when it stopped, it was handling [^;]*; to confirm [^;]*)?; restart the service/,
  );
  expect(code).toBe(3);
});
