import { expect, onTestFinished, test, vi } from 'vitest';
import { type Demo, type DemoOptions, startDemo } from '../demo/start-demo.js';
import type { Result } from '../model/result/report.js';
import { createProfileFolder } from '../profile/folder.fixture.js';
import { type AssayOptions, assay } from './assay.js';

async function demo(options: DemoOptions = {}): Promise<Demo> {
  const started = await startDemo(options);
  onTestFinished(() => started.close());
  return started;
}

const one: Omit<AssayOptions, 'baseUrl'> = { only: ['safety/get-does-not-change-the-item'], cases: 2, env: {} };

test('returns a typed report, emits results during the run, and does not change the process', async () => {
  const { url: baseUrl, orders } = await demo();
  const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  const listeners = process.eventNames().map((name) => [name, process.listenerCount(name)]);
  const { exit } = process;
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warning.mockRestore());
  const told: Result[] = [];
  const { gate, seed, results } = await assay({
    ...one,
    baseUrl: `${baseUrl}/`,
    cwd: createProfileFolder({}),
    onResult: (result) => told.push(result),
    onSeen: () => {
      throw new Error('mine');
    },
    // Other fields of the profile are not compared.
    collections: ['/orders'],
    permit: 'deletes',
  });
  expect(writes.flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect([process.eventNames().map((name) => [name, process.listenerCount(name)]), process.exit]).toEqual([
    listeners,
    exit,
  ]);
  // The time of a check is only known at the end.
  const held = results.filter(({ verdict }) => verdict === 'held').map(({ ms: _, ...result }) => result);
  expect(told).toEqual(held);
  expect(warning.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/^onSeen failed, .*: mine$/)]);
  expect([told.length, gate.open, Number.isSafeInteger(seed), orders()]).toEqual([1, true, true, 0]);
});

test('removes its items and returns a report after an abort', async () => {
  const { url: baseUrl, orders } = await demo();
  const ending = new AbortController();
  const { gate } = await assay({ baseUrl, env: {}, signal: ending.signal, onResult: () => ending.abort() });
  expect([gate.exit, orders()]).toEqual([130, 0]);
});

test.each<[string, Partial<AssayOptions>, string, string]>([
  ['a glob that means no rule', { only: ['safety/gets-*'] }, 'ProfileError', 'only: no rule is called "safety/gets-*"'],
  ['a document that is not there', { openapi: '/nowhere.yaml' }, 'DocumentError', '/nowhere.yaml'],
  ['rules that are none', { ruleFolders: ['/nowhere'] }, 'RuleSetError', 'no such folder'],
  ['a service that is not there', { baseUrl: 'http://127.0.0.1:1' }, 'UnreachableError', '127.0.0.1:1'],
  ['a declined consent', { consent: async () => false }, 'DeclinedError', 'nothing was written'],
])('%s is an error of its own kind', async (_, options, name, message) => {
  const { url: baseUrl } = await demo();
  const error = (await assay({ ...one, baseUrl, ...options }).catch((thrown: unknown) => thrown)) as Error;
  expect([error.name, error.message]).toEqual([name, expect.stringContaining(message)]);
});
