import { expect, onTestFinished, test } from 'vitest';
import { makeProfile } from '../api/make-profile.js';
import { type DemoOptions, startDemo } from '../demo/start-demo.js';
import { createSession } from './session.js';

const rule = 'safety/get-does-not-change-the-item';

async function startProfiledDemo(options: DemoOptions = {}) {
  const demo = await startDemo(options);
  onTestFinished(() => demo.close());
  return { demo, profile: await makeProfile({ baseUrl: demo.url, cases: 2, env: {}, profile: {} }) };
}

test('sends no request before it begins, and runs no check that is not selected', async () => {
  const { demo, profile } = await startProfiledDemo();
  const one = createSession(profile, { seed: 1 });
  expect(await one.end()).toBeUndefined();
  expect(demo.requests()).toBe(0);
  one.begin([rule]);
  one.begin(undefined);
  expect(await one.result(rule, 'orders')).toMatchObject({ verdict: 'held' });
  const tried = (await one.report()).results.filter(({ verdict }) => verdict === 'held');
  expect(tried.map((result) => result.rule)).toEqual([rule]);
  expect((await one.end())?.run.only).toEqual([rule]);
});

test('ends a running audit, removes its items, and returns no report', async () => {
  const { demo, profile } = await startProfiledDemo();
  const one = createSession(profile, { seed: 1 });
  one.begin(undefined);
  await one.result('creation/created-item-is-readable', 'orders');
  expect(await one.end()).toBeUndefined();
  expect((await one.report()).gate.exit).toBe(130);
  expect(demo.orders()).toBe(0);
});

test('a service that stopped answering is reported to all waiting tests', async () => {
  const { demo, profile } = await startProfiledDemo();
  await demo.close();
  const one = createSession(profile, { seed: 1 });
  one.begin(undefined);
  await expect(one.result(rule, 'orders')).rejects.toThrow('cannot be reached');
  await expect(one.report()).rejects.toThrow('cannot be reached');
  expect(await one.end()).toBeUndefined();
});

test('ends a run without checks with a report', async () => {
  const { profile } = await startProfiledDemo();
  const one = createSession({ ...profile, permit: 'reads' }, { seed: 1 });
  one.begin(['creation/valid-post-answers-201']);
  const report = await one.report();
  expect([report.gate.open, await one.end()]).toEqual([false, report]);
});
