import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestFolder } from '../../../test/cli/assay.fixture.js';
import { sound } from '../../../test/report-samples/samples.js';
import type { Report, Result } from '../../model/result/report.js';
import { findChangedVerdicts, type KnownResults, updateKnownResults } from './changed-verdicts.js';
import { createAvailabilityProbe } from './service-availability.js';
import { parseKey } from './wait-for-change.js';
import { watchFiles } from './watch-files.js';
import { dropWatchFlags } from './watch-loop.js';
import { renderChanges, renderWaiting } from './watch-messages.js';

const plain = { color: false, width: 80 };
const [first] = sound.results;

/** A report in which these rules came to these words. */
const reportOf = (verdicts: Readonly<Record<string, Report['results'][number]['verdict']>>): Report => ({
  ...sound,
  results: Object.entries(verdicts).map(([rule, verdict]) => ({
    ...(first as Report['results'][number]),
    rule,
    verdict,
  })),
});

test('compares a run with the last known verdict of each check', () => {
  const nothing: KnownResults = new Map();
  const before = updateKnownResults(
    nothing,
    reportOf({ 'a/1': 'violated', 'a/2': 'held', 'a/3': 'held', 'a/4': 'violated' }),
  );
  const partly = reportOf({ 'a/1': 'held', 'a/2': 'not-run', 'a/3': 'inconclusive' });
  const now = findChangedVerdicts(before, partly);
  expect(Object.values(now).map((some) => some.map(({ rule }: Result) => rule))).toEqual([['a/1'], [], ['a/3'], []]);
  const later = findChangedVerdicts(
    updateKnownResults(before, partly),
    reportOf({ 'a/2': 'violated', 'a/4': 'violated' }),
  );
  expect(later.broken.map(({ rule }) => rule)).toEqual(['a/2']);
  expect(later.still.map(({ rule }) => rule)).toEqual(['a/4']);
});

test('changes are printed in lines that fit', () => {
  const changes = findChangedVerdicts(
    updateKnownResults(new Map(), reportOf({ 'a/1': 'violated', 'a/2': 'held' })),
    reportOf({ 'a/1': 'held', 'a/2': 'violated' }),
  );
  const text = renderChanges(changes, { color: false, width: 44 });
  expect(text).toMatch(/^\nSince the last run\n {2}fixed {5}What was made.*…\n {2}new {7}.*…\n$/);
  expect(renderChanges({ fixed: [], broken: [], undecided: [], still: [] }, plain)).toContain('nothing changed');
  expect(renderWaiting(true, false, plain)).toContain('Ctrl-C');
});

test.each([
  ['\r', 'again'],
  ['R', 'again'],
  ['f', 'failed'],
  ['xa', 'all'],
  ['q', 'quit'],
  ['q\x03', 'interrupt'],
  ['\x1b[A', undefined],
  ['', undefined],
])('the key %j means %s', (typed, wish) => {
  expect(parseKey(typed)).toBe(wish);
});

test('runs once for several key presses', () => {
  expect(dropWatchFlags(['run', '--watch', 'http://a', '--only', 'x', '--watch-poll'])).toEqual([
    'run',
    'http://a',
    '--only',
    'x',
  ]);
});

test('notices an edit once, also by a rename, and ignores a file with the same content', async () => {
  const cwd = createTestFolder({ 'assay.yaml': 'a: 1\n' });
  mkdirSync(join(cwd, 'rules/house'), { recursive: true });
  const changed = vi.fn();
  onTestFinished(watchFiles([join(cwd, 'assay.yaml'), join(cwd, 'rules')], changed));
  const other = vi.fn();
  onTestFinished(watchFiles([join(cwd, 'beside.txt')], other));
  writeFileSync(join(cwd, 'assay.yaml'), 'a: 1\n');
  writeFileSync(join(cwd, 'beside.txt'), 'x');
  await vi.waitUntil(() => other.mock.calls.length === 1, { interval: 5, timeout: 200_000 });
  expect(changed).not.toHaveBeenCalled();
  writeFileSync(join(cwd, 'new.yaml'), 'a: 2\n');
  renameSync(join(cwd, 'new.yaml'), join(cwd, 'assay.yaml'));
  await vi.waitUntil(() => changed.mock.calls.length === 1, { interval: 5, timeout: 200_000 });
  writeFileSync(join(cwd, 'rules/house/one.mjs'), 'export default 1;');
  await vi.waitUntil(() => changed.mock.calls.length === 2, { interval: 5, timeout: 200_000 });
});

/** A server that can be stopped and started again at the same place. */
async function restartable(answer: Parameters<typeof createServer>[1] = (_, response) => response.end()) {
  let server: Server;
  const start = (port = 0) => {
    server = createServer(answer as never);
    return new Promise<number>((resolve) =>
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    );
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await start();
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${port}`, stop, start: () => start(port) };
}

function openProbe(url: string) {
  const probe = createAvailabilityProbe(url);
  onTestFinished(probe.close);
  return probe;
}

const checkTimes = async (probe: ReturnType<typeof openProbe>, times: number) => {
  const found = [];
  for (let i = 0; i < times; i += 1) found.push(await probe.check());
  return found;
};

test('notices that a service stops and starts again, also between two checks', async () => {
  const { url, stop, start } = await restartable();
  const probe = openProbe(url);
  expect(await checkTimes(probe, 4)).toEqual(['up', 'up', 'up', 'up']);
  await stop();
  await start();
  expect(await checkTimes(probe, 3)).toContain('restarted');
  await stop();
  expect(await probe.check()).toBe('down');
  await start();
  expect(await probe.check()).not.toBe('down');
});

test('notices a restart after the first check when the server keeps connections', async () => {
  const { url, stop, start } = await restartable();
  const probe = openProbe(url);
  expect(await probe.check()).toBe('up');
  await stop();
  await start();
  const found = await checkTimes(probe, 8);
  expect(found.filter((state) => state === 'restarted')).toHaveLength(1);
});

test('a server that closes each connection, with or without notice, has not restarted', async () => {
  const polite = await restartable((_, response) => response.setHeader('connection', 'close').end());
  expect(await checkTimes(openProbe(polite.url), 6)).toEqual(Array(6).fill('up'));
  const abrupt = await restartable((request, response) => {
    response.end(() => request.socket.destroy());
  });
  expect(await checkTimes(openProbe(abrupt.url), 6)).toEqual(Array(6).fill('up'));
});
