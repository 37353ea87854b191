import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startRedis, type TestRedis } from '../../tools/fleet/start-redis.js';
import { startTestStore } from '../support/object-store.fixture.js';
import { describeWith } from '../support/system-parts.js';
import { createTestFolder, startAssay } from './assay.fixture.js';
import {
  editFleet,
  quickSettings,
  readFleet,
  readRecords,
  readTargetReports,
  startInFleet,
  startTestFleet,
} from './fleet.fixture.js';

const within = { interval: 20, timeout: 120_000 };
const password = 'redis-pass-5Kd8';

const findLocalFolder = (output: string): string =>
  /its report is kept in (\S+)\/targets\/service-001/.exec(output)?.[1] ?? '';

async function startTestRedis(): Promise<TestRedis> {
  const redis = await startRedis(createTestFolder(), password);
  onTestFinished(() => redis.close());
  return redis;
}

describeWith(['redis'], 'a fleet over Redis', () => {
  test('one worker is killed and Redis is restarted: each target has one report, nothing is left, no secret is in Redis', async () => {
    const redis = await startTestRedis();
    const fleet = await startTestFleet({
      count: 8,
      faultOf: (index) => (index === 3 ? 'post-answers-200' : undefined),
    });
    const out = join(fleet.folder, 'fleet-reports');
    const queue = { ASSAY_QUEUE: redis.url };
    const worker = () => startInFleet(fleet, ['worker', 'fleet.json', '--workers', '2', '--lease', '2s'], queue);
    const [first, second] = [worker(), worker()];
    // The one that adds the jobs has no credential of the targets.
    const waiting = startInFleet({ ...fleet, env: {} }, ['fleet', 'fleet.json'], queue);
    // Four audits under way: two of them are those of the first worker.
    const countRunning = () =>
      readRecords(out).filter(({ status, process: own }) => own && status === 'running').length;
    await vi.waitUntil(() => countRunning() === 4 && fleet.listLeft().length > 1, within);
    first.child.kill('SIGKILL');
    await vi.waitUntil(() => readRecords(out).filter(({ status }) => status === 'ended').length > 1, within);
    await redis.restart();
    const { code, stdout, stderr } = await waiting.ended;
    expect(stdout, stderr + second.complaints()).toContain(
      'Failed: 1 of 8 targets failed (exit 1)\n  service-003: failed',
    );
    expect(code).toBe(1);
    expect(second.complaints()).toContain('Redis: connected again\n');
    expect([...readTargetReports(out).values()].map(({ complete }) => complete)).toEqual(Array(8).fill(true));
    expect(
      readFleet(out)
        .targets.map(({ status }) => status)
        .filter((status) => status === 'no report'),
    ).toEqual([]);
    expect(readRecords(out).filter(({ attempt }) => attempt > 1).length).toBeGreaterThan(0);
    expect(fleet.listLeft()).toEqual([]);
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(130);
    const dump = redis.dump();
    expect(dump.includes('service-003')).toBe(true);
    expect([...fleet.secrets, password, 'http://'].filter((secret) => dump.includes(secret))).toEqual([]);
    for (const { complaints } of [first, second, waiting]) expect(complaints()).not.toContain(password);
  });

  test('a worker that is stopped gives its audits back, and a worker with another fleet file takes none', async () => {
    const redis = await startTestRedis();
    const fleet = await startTestFleet({ count: 2 });
    const queue = { ASSAY_QUEUE: redis.url };
    const waiting = startInFleet(fleet, ['fleet', 'fleet.json', '--attempts', '1'], queue);
    const first = startInFleet(fleet, ['worker', 'fleet.json', '--workers', '1'], queue);
    await vi.waitUntil(() => fleet.listLeft().length > 0, within);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(130);
    expect(fleet.listLeft()).toEqual([]);
    const second = startInFleet(fleet, ['worker', 'fleet.json', '--until-empty'], queue);
    expect((await waiting.ended).code, second.complaints()).toBe(0);
    expect((await second.ended).code).toBe(0);

    const again = startInFleet(fleet, ['fleet', 'fleet.json', '--attempts', '1', '--target', 'service-000'], queue);
    await vi.waitUntil(() => again.complaints().includes('are in the queue'), within);
    editFleet(fleet, (content) => ({ ...content, defaults: { ...quickSettings, profile: 'shared.json', cases: 2 } }));
    const other = startInFleet(fleet, ['worker', 'fleet.json', '--until-empty'], queue);
    const { code, stderr } = await again.ended;
    await other.ended;
    expect(stderr).toContain(
      'service-000: failed for good, and kept in the failed set: the fleet file or profile of service-000 differs',
    );
    expect(code).toBe(4);
  });

  test('Redis that lost its data gets the missing jobs again', async () => {
    const redis = await startTestRedis();
    const fleet = await startTestFleet({ count: 3 });
    const queue = { ASSAY_QUEUE: redis.url };
    const waiting = startInFleet(fleet, ['fleet', 'fleet.json'], queue);
    await vi.waitUntil(() => waiting.complaints().includes('are in the queue'), within);
    await redis.restart(true);
    const worker = startInFleet(fleet, ['worker', 'fleet.json', '--workers', '2'], queue);
    expect((await waiting.ended).code, worker.complaints()).toBe(0);
    expect(readTargetReports(join(fleet.folder, 'fleet-reports')).size).toBe(3);
    worker.child.kill('SIGTERM');
    await worker.ended;
  });

  test('workers that share an object store instead of a folder: a report that is not written is copied by the next attempt', async () => {
    const redis = await startTestRedis();
    const store = await startTestStore();
    const fleet = await startTestFleet({ count: 3 });
    const variables = { ASSAY_QUEUE: redis.url, ...store.env };
    const args = ['fleet.json', '--out', 's3://audits/shop'];
    let refusals = 0;
    store.setFault(({ method, key }) => {
      const isRefused = refusals < 1 && method === 'PUT' && key.endsWith('service-001/report.json');
      if (isRefused) refusals += 1;
      return isRefused ? 403 : undefined;
    });
    const waiting = startAssay(createTestFolder(), ['fleet', fleet.file, ...args.slice(1)], { ...variables });
    const worker = startInFleet(fleet, ['worker', ...args, '--workers', '2'], variables);
    const { code, stdout } = await waiting.ended;
    expect(stdout, worker.complaints()).toContain('Written to: s3://audits/shop\n');
    expect(code).toBe(0);
    expect(worker.complaints()).toContain(
      'service-001: s3://audits/shop: cannot write targets/service-001/report.json: 403',
    );
    const records = readRecords(join(fleet.folder, findLocalFolder(worker.complaints())));
    expect(records.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
    expect([...store.objects.keys()].filter((key) => key.endsWith('/report.json'))).toHaveLength(3);
    const { secret, token = '' } = store.keys;
    const dump = redis.dump();
    expect([...fleet.secrets, secret, token].filter((text) => dump.includes(text))).toEqual([]);
    worker.child.kill('SIGTERM');
    await worker.ended;
  });

  test('Redis that does not answer, or refuses the password: exit 3, without the password', async () => {
    const redis = await startTestRedis();
    const fleet = await startTestFleet({ count: 1 });
    const wrong = redis.url.replace(password, 'wrong-geheim');
    for (const url of [wrong, 'redis://:wrong-geheim@127.0.0.1:1']) {
      const { code, stderr } = await startInFleet(fleet, ['fleet', 'fleet.json', '--queue', url]).ended;
      expect(stderr).toMatch(/^assay: Redis at 127\.0\.0\.1:\d+ cannot be used: /m);
      expect(stderr).not.toContain('geheim');
      expect(code).toBe(3);
    }
  });
});
