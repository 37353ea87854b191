import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestFolder, readRunReport, runAssay, startDemoService } from './assay.fixture.js';
import { safeMethods } from './recording-service.fixture.js';
import { startRelay } from './relay.fixture.js';
import { send, serveReport } from './served-report.fixture.js';

/** A folder with the report of a service with a fault, and its one finding. */
async function audit(fault: string, ...args: string[]) {
  const demo = await startDemoService({ fault });
  const relay = await startRelay(demo.url);
  const cwd = createTestFolder();
  await runAssay(cwd, ['run', relay.url, '--cases', '2', '--format', 'json', ...args]);
  const count = relay.requests.length;
  return {
    cwd,
    demo,
    form: { run: readRunReport(cwd).startedAt },
    listMethods: () => relay.requests.slice(count).map(({ method }) => method),
  };
}

describe('assay open --serve', () => {
  test('replays a finding that writes only with consent, and shows both exchanges', async () => {
    const { cwd, demo, form, listMethods } = await audit('post-answers-200', '--only', 'CRE-01');
    const { url } = await serveReport(cwd);
    expect((await send(url)).text).toContain('aria-label="Replay finding 1"');
    expect((await send(`${url}replay/1`)).status).toBe(404);
    const asked = await send(`${url}replay/1`, { form });
    expect(asked.status).toBe(403);
    expect(asked.text).toMatch(/<code>POST http:\/\/127\.0\.0\.1:\d+\/orders<\/code>: creates an item/);
    expect(asked.text).toContain('removes them at its end');
    expect(listMethods()).toEqual([]);
    const confirmed = { form: { ...form, confirmed: 'yes' } };
    const [replayed, other] = await Promise.all([send(`${url}replay/1`, confirmed), send(`${url}replay/1`, confirmed)]);
    expect([replayed.status, other.status].sort()).toEqual([303, 409]);
    expect(listMethods()).toContain('POST');
    expect(demo.orders()).toBe(0);
    const { text } = await send(`${url}replay/1`);
    expect(text).toContain('<h1>Replay of finding 1: still there</h1>');
    expect(text.match(/<h3>(Before|Now)<\/h3>|<b>POST<\/b>/g)).toEqual([
      '<h3>Before</h3>',
      '<b>POST</b>',
      '<h3>Now</h3>',
      '<b>POST</b>',
    ]);
  });

  test('a report made with reads never replays a write', async () => {
    const { cwd, form, listMethods } = await audit('head-answers-405', '--permit', 'reads', '--only', 'safety/*');
    const { url } = await serveReport(cwd, '--permit', 'deletes');
    expect(await send(`${url}replay/1`, { form })).toMatchObject({ status: 303, headers: { location: '1' } });
    expect((await send(`${url}replay/1`)).text).toMatch(
      /: still there<\/h1>[\s\S]*<b>HEAD<\/b>[\s\S]*<h3>Now[\s\S]*<b>HEAD/,
    );
    expect(listMethods().filter((method) => !safeMethods.includes(method))).toEqual([]);
    expect(listMethods()).toContain('HEAD');
  });

  test('answers only its own pages, and replays nothing of another report', async () => {
    const { cwd, form, listMethods } = await audit('head-answers-405', '--permit', 'reads', '--only', 'safety/*');
    const { url, child, ended } = await serveReport(cwd);
    const page = await send(url, { headers: { origin: new URL(url).origin } });
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'content-security-policy': expect.stringMatching(/^default-src 'none'; .*form-action 'self'; frame-anc/),
      },
    });
    expect(page.headers).not.toHaveProperty('access-control-allow-origin');
    const refusals = [
      send(`${url}replay/1`, { form, headers: { host: 'shop.example' } }),
      send(`${url}replay/1`, { form, headers: { origin: 'http://shop.example' } }),
      send(new URL('/replay/1', url).href, { form }),
      send(url, { method: 'PUT' }),
      send(`${url}replay/1`, { form: { run: 'another' } }),
      send(`${url}replay/7`, { form }),
      send(`${url}replay/1`, { form: { ...form, more: 'x'.repeat(2000) } }),
    ];
    expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([403, 403, 404, 405, 409, 409, 409]);
    expect(listMethods()).toEqual([]);
    const redirectFile = join(cwd, 'reports/serve.html');
    expect(readFileSync(redirectFile, 'utf8')).toContain(url);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(redirectFile)).toBe(false);
  });

  test('shows the requests of a run under way, until its report exists', async () => {
    const { cwd } = await audit('head-answers-405', '--permit', 'reads', '--only', 'safety/*');
    const file = join(cwd, 'reports/report.json');
    const report = readFileSync(file);
    rmSync(file);
    const { url } = await serveReport(cwd);
    expect(await send(url)).toMatchObject({ status: 303, headers: { location: 'live' } });
    const [response] = await once(get(`${url}live`), 'response');
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk;
      if (!text.includes('<li>') || existsSync(file)) continue;
      writeFileSync(file, report);
    }
    expect(text).toMatch(
      /<li>\d+: (GET|HEAD) http:\/\/127\.0\.0\.1:\d+\/\S* \(\S.*\)<\/li>\n[\s\S]*The run has ended\./,
    );
    expect((await send(url)).text).not.toContain('Follow its requests');
    utimesSync(file, 1, 1);
    expect((await send(url)).text).toContain('<a href="live">Follow its requests</a>');
  });

  test.each([
    [['open', '--permit', 'reads'], '--permit is for replays; add --serve'],
    [['open', '--serve', 'gone.json'], 'gone.json'],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, stderr } = await runAssay(createTestFolder(), args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});
