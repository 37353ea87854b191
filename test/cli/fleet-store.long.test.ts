import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { FleetReport } from '../../src/fleet/report/fleet-report.js';
import type { Report } from '../../src/model/result/report.js';
import type { DemoFleet } from '../../tools/fleet/demo-fleet.js';
import { startTestStore, type TestStore } from '../support/object-store.fixture.js';
import { createTestFolder, type RunningCommand, runAssay, startAssay, startDemoService } from './assay.fixture.js';
import { editFleet, startTestFleet, type WrittenRecord } from './fleet.fixture.js';

const oneCheck = { permit: 'deletes', only: ['creation/valid-post-answers-201'], cases: 1 };
const within = { interval: 20, timeout: 120_000 };
const address = 's3://audits/shop';

/** Runs a fleet with its results in a store, on a machine that has nothing but the fleet file, unless a folder is given. */
const startOn = (
  { file, env }: DemoFleet,
  store: TestStore,
  flags: readonly string[] = [],
  cwd = createTestFolder(),
): RunningCommand => startAssay(cwd, ['fleet', file, '--out', address, ...flags], { ...env, ...store.env });

const readObject = <T>({ objects }: TestStore, name: string): T => JSON.parse(objects.get(`shop/${name}`) ?? 'null');

const listRecords = (store: TestStore): WrittenRecord[] =>
  [...store.objects.keys()]
    .filter((key) => key.startsWith('shop/.fleet/targets/'))
    .sort()
    .map((key) => readObject(store, key.replace('shop/', '')));

describe('a fleet with its results in an object store', () => {
  test('has there what a folder has, and another machine compares its run with it; no secret is in any of it', async () => {
    const store = await startTestStore();
    const fleet = await startTestFleet({
      count: 3,
      faultOf: (index) => (index === 1 ? 'post-answers-200' : undefined),
      defaults: oneCheck,
    });
    store.setFault(({ key }) => (key === '' || key.endsWith('run.json') ? 'trickle' : undefined));
    const first = await startOn(fleet, store).ended;
    expect(first.stdout).toMatch(
      /^Failed: 1 of 3 targets failed \(exit 1\)\n.*\nReport: fleet-reports-s3\/127\.0\.0\.1-\d+\/audits\/shop\/fleet\.html\nWritten to: s3:\/\/audits\/shop\n$/,
    );
    expect(first.code).toBe(1);
    for (const name of ['service-000', 'service-001', 'service-002'])
      expect(readObject<Report>(store, `targets/${name}/report.json`)).toMatchObject({ complete: true });
    for (const name of ['fleet.html', 'fleet.md', 'targets/service-000/report.html', 'targets/service-000/tape.ndjson'])
      expect(store.objects.has(`shop/${name}`), name).toBe(true);
    expect(readObject<FleetReport>(store, 'fleet.json')).toMatchObject({ gate: { exit: 1 } });

    const { url } = await startDemoService({ dialect: ['access-bearer'] });
    editFleet(fleet, (content) => ({
      ...content,
      targets: (content.targets as { name: string }[]).map((target) =>
        target.name === 'service-001' ? { ...target, url } : target,
      ),
    }));
    const second = await startOn(fleet, store).ended;
    expect(second.stdout).toContain('\nSince the run before: 0 new, 0 flaky, 0 known before, 1 fixed\n');
    expect(second.code).toBe(0);
    const written = readObject<FleetReport>(store, 'fleet.json');
    expect(written.trend.map(({ passed, failed }) => [passed, failed])).toEqual([
      [2, 1],
      [3, 0],
    ]);

    const cwd = createTestFolder();
    const report = (...flags: string[]) => runAssay(cwd, ['fleet', 'report', address, ...flags], store.env);
    expect(await report()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Report: ${address}/fleet.html\n`),
    });
    expect(readObject<FleetReport>(store, 'fleet.json').targets).toEqual(written.targets);
    expect(await report('--out', 'copy')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Report: copy/fleet.html\n'),
    });
    expect(existsSync(join(cwd, 'copy/targets/service-002/report.html'))).toBe(true);
    const { secret, token = '' } = store.keys;
    const outputs = [...store.objects.values(), first.stdout, first.stderr, second.stdout, second.stderr];
    expect(outputs.filter((text) => [...fleet.secrets, secret, token].some((one) => text.includes(one)))).toEqual([]);
    expect(fleet.listLeft()).toEqual([]);
  });

  test('goes on elsewhere after its machine was lost', async () => {
    const store = await startTestStore();
    const fleet = await startTestFleet({ count: 4, defaults: oneCheck });
    // The machine is lost at a moment at which one result is in the store and others are not.
    store.setFault(({ key }) => (key.endsWith('service-003/report.json') ? 'silent' : undefined));
    const begun = startOn(fleet, store, ['--workers', '1']);
    await vi.waitUntil(() => store.seen.some(({ key }) => key.endsWith('service-003/report.json')), within);
    begun.child.kill('SIGKILL');
    await begun.ended;
    store.setFault(() => undefined);
    const ended = listRecords(store);
    expect(ended.map(({ target }) => target)).toEqual(['service-000', 'service-001', 'service-002']);
    expect(store.objects.has('shop/targets/service-003/report.json')).toBe(false);

    const resumed = await startOn(fleet, store).ended;
    expect(resumed.stderr).toContain(': 3 of 4 targets are done (--fresh starts over)\n');
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('Passed: 4 targets passed (exit 0)') });
    expect(listRecords(store).slice(0, 3)).toEqual(ended);
    expect(readObject<FleetReport>(store, 'fleet.json').targets.map(({ page }) => page)).toEqual(
      [0, 1, 2, 3].map((index) => `targets/service-00${index}/report.html`),
    );
  });

  test('keeps a report that the store does not take, says where, and writes it later without another audit', async () => {
    const store = await startTestStore();
    const fleet = await startTestFleet({ count: 2, defaults: oneCheck });
    const cwd = createTestFolder();
    store.setFault(({ method, key }) =>
      method === 'PUT' && key.endsWith('service-001/report.json') ? 503 : undefined,
    );
    const { code, stdout, stderr } = await startOn(fleet, store, [], cwd).ended;
    const folder = /its report is kept in (\S+)\n/.exec(stderr)?.[1] ?? '';
    expect(stderr).toContain(
      `service-001: ${address}: cannot write targets/service-001/report.json: 503 Fault503; its report is kept in `,
    );
    expect(stderr).toMatch(
      /\nassay: 1 of 2 results are not in s3:\/\/audits\/shop\. The reports are kept in \S+; the same command writes them to s3:\/\/audits\/shop\n$/,
    );
    expect(stdout).toContain('Passed: 2 targets passed (exit 0)\n');
    expect(code).toBe(3);
    const kept = readFileSync(join(cwd, folder, 'report.json'), 'utf8');
    expect(listRecords(store).map(({ target }) => target)).toEqual(['service-000']);
    expect([...store.objects.keys()]).not.toContain('shop/fleet.json');

    store.setFault(() => undefined);
    const again = await startOn(fleet, store, [], cwd).ended;
    expect(again.stderr).toContain('2 of 2 targets are done');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`Written to: ${address}\n`) });
    expect(store.objects.get('shop/targets/service-001/report.json')).toBe(kept);
    const { trend } = readObject<FleetReport>(store, 'fleet.json');
    expect(trend).toHaveLength(1);
  });

  test('processes that share a store and start together take part in one run', async () => {
    const store = await startTestStore();
    const fleet = await startTestFleet({ count: 3, defaults: oneCheck });
    const parts = await Promise.all([0, 1, 2].map((index) => startOn(fleet, store, ['--index', `${index}`]).ended));
    expect(parts.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(listRecords(store).map((record) => (record as { run?: string }).run)).size).toBe(1);
    expect(parts.filter(({ stdout }) => stdout.includes('Passed: 3 targets passed')).length).toBeGreaterThan(0);
    expect(readObject<FleetReport>(store, 'fleet.json').targets).toHaveLength(3);
  });

  test('a report of an earlier run does not stay beside the result of a service that cannot be reached any more', async () => {
    const store = await startTestStore();
    const fleet = await startTestFleet({ count: 1, defaults: oneCheck });
    expect(await startOn(fleet, store).ended).toMatchObject({ code: 0 });
    expect(store.objects.has('shop/targets/service-000/report.json')).toBe(true);
    editFleet(fleet, (content) => ({ ...content, targets: [{ name: 'service-000', url: 'http://127.0.0.1:1' }] }));
    const { code } = await startOn(fleet, store, ['--attempts', '1']).ended;
    expect(code).toBe(3);
    expect(store.objects.has('shop/targets/service-000/report.json')).toBe(false);
    expect(readObject<FleetReport>(store, 'fleet.json').targets).toMatchObject([{ status: 'no report' }]);
  });

  test.each([
    [
      'wrong credentials',
      { AWS_SECRET_ACCESS_KEY: 'wrong-9f' },
      2,
      /: cannot list it: 403 SignatureDoesNotMatch; check /,
    ],
    ['no credentials', { AWS_ACCESS_KEY_ID: '' }, 2, /: the environment variable AWS_ACCESS_KEY_ID is not set; set /],
    ['no store', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, 3, /: cannot list it: /],
  ])('%s: ends before the first audit', async (_, env, exit, message) => {
    const store = await startTestStore();
    const fleet = await startTestFleet({ count: 1, defaults: oneCheck });
    const { code, stderr } = await runAssay(createTestFolder(), ['fleet', fleet.file, '--out', address], {
      ...fleet.env,
      ...store.env,
      ...env,
    });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^assay: s3:\/\/audits\/shop: .*\n$/);
    expect(stderr).not.toContain('wrong-9f');
    expect(code).toBe(exit);
    expect(fleet.demos.get('service-000')?.requests()).toBe(0);
  });

  test('a store that may be read but not written ends the command before the first audit', async () => {
    const store = await startTestStore();
    const fleet = await startTestFleet({ count: 1, defaults: oneCheck });
    store.setFault(({ method }) => (method === 'PUT' ? 403 : undefined));
    const { code, stderr } = await startOn(fleet, store).ended;
    expect(stderr).toMatch(
      /^assay: s3:\/\/audits\/shop: cannot write \.fleet\/run\.json: 403 Fault403; check AWS_ACCESS_KEY_ID/,
    );
    expect(code).toBe(2);
  });

  test('a worker checks its store before it takes an audit', async () => {
    const store = await startTestStore();
    const fleet = await startTestFleet({ count: 1, defaults: oneCheck });
    store.setFault(() => 403);
    const args = ['worker', fleet.file, '--queue', 'redis://127.0.0.1:1', '--out', address];
    const { code, stderr } = await runAssay(createTestFolder(), args, { ...fleet.env, ...store.env });
    expect(stderr).toMatch(/^assay: s3:\/\/audits\/shop: cannot list it: 403 /);
    expect(code).toBe(2);
  });
});
