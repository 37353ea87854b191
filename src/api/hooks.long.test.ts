import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startDemo } from '../demo/start-demo.js';
import type { Hooks } from '../model/profile/hooks.js';
import type { Report } from '../model/result/report.js';
import { createProfileFolder } from '../profile/folder.fixture.js';
import { assay } from './assay.js';

const rule = 'safety/get-does-not-change-the-item';

/** The demo behind a server that refuses what has not this field. */
async function startGuarded(field: string, value: string) {
  const demo = await startDemo();
  const arrived: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    arrived.push(`${request.method} ${request.url}`);
    if (request.headers[field] !== value) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      return;
    }
    const { method = 'GET', url = '/', headers } = request;
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const kept = Object.entries(headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name));
    const got = await fetch(demo.url + url, { method, headers: kept as [string, string][], ...body });
    response.writeHead(got.status, Object.fromEntries([...got.headers].filter(([name]) => name !== 'content-length')));
    response.end(Buffer.from(await got.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await demo.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, orders: demo.orders, arrived };
}

const audit = (baseUrl: string, hooks: Hooks): Promise<Report> =>
  assay({ baseUrl, env: {}, cwd: createProfileFolder({}), cases: 2, seed: 1, only: [rule], profile: { hooks } });

const verdictOf = ({ results }: Report) => results.find(({ rule: id }) => id === rule)?.verdict;

describe('hooks of a profile', () => {
  test('sign each request', async () => {
    const { url, orders } = await startGuarded('x-signature', 'signed by full');
    const report = await audit(url, { signRequest: ({ caller }) => ({ 'X-Signature': `signed by ${caller}` }) });
    expect([verdictOf(report), orders()]).toEqual(['held', 0]);
    expect(JSON.stringify(report)).not.toContain('signed by');
  });

  test('obtain credentials, which reports do not contain', async () => {
    const { url } = await startGuarded('authorization', 'Bearer obtained-by-hook');
    const report = await audit(url, { login: async () => ({ full: 'obtained-by-hook' }) });
    expect(verdictOf(report)).toBe('held');
    expect(JSON.stringify(report)).not.toContain('obtained-by-hook');
  });

  test('are called before the first request and after the cleanup', async () => {
    const { url, orders, arrived } = await startGuarded('accept-language', 'en');
    const told: unknown[] = [];
    const report = await audit(url, {
      beforeRun: async (run) => void told.push(run, arrived.length),
      afterRun: (known) => void told.push(verdictOf(known), orders()),
    });
    expect(told).toEqual([{ baseUrl: url, permit: 'deletes' }, 0, verdictOf(report), 0]);
  });

  test('that fail before the run end it without a request', async () => {
    const { url, arrived } = await startGuarded('accept-language', 'en');
    const fail = () => {
      throw new Error('no database');
    };
    await expect(audit(url, { beforeRun: fail })).rejects.toThrow('profile: hooks.beforeRun failed: no database');
    await expect(audit(url, { login: fail })).rejects.toThrow('profile: hooks.login failed: no database');
    expect(arrived).toEqual([]);
  });

  test('that fail after the run are a warning', async () => {
    const { url } = await startGuarded('accept-language', 'en');
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const report = await audit(url, { afterRun: () => Promise.reject(new Error('no disk')) });
    expect(verdictOf(report)).toBe('held');
    expect(warn.mock.calls.map(([text]) => text)).toEqual(['hooks.afterRun failed: no disk']);
  });

  test.each<[object, string]>([
    [{ hooks: [] }, 'hooks: expected an object with functions: login, beforeRun, afterRun, signRequest'],
    [{ hooks: { login: 'me' } }, 'hooks.login: expected a function'],
    [{ hooks: { signRequests() {} } }, 'hooks.signRequests: is no hook; did you mean signRequest?'],
    [{ hooks: { login: () => 'token' } }, "hooks.login must return credentials by caller, as in { full: 'token' }"],
  ])('%o are refused', async (profile, message) => {
    const failed = assay({ baseUrl: 'http://127.0.0.1:1', env: {}, cwd: createProfileFolder({}), profile });
    await expect(failed).rejects.toThrow(message);
  });

  test('are taken from a module, and from one that it extends', async () => {
    const { url } = await startGuarded('x-signature', 'own');
    const cwd = createProfileFolder({
      'assay.config.mjs':
        "export default { extends: './base.mjs', hooks: { signRequest: () => ({ 'x-signature': 'own' }) } };",
      'base.mjs': "export default { hooks: { login: () => ({ full: 'base-token' }), signRequest: () => ({}) } };",
    });
    const report = await assay({ baseUrl: url, env: {}, cwd, cases: 2, seed: 1, only: [rule] });
    expect(verdictOf(report)).toBe('held');
  });
});
