import { expect, onTestFinished, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { openClient } from '../../http/client.js';
import { issueWriteRecord } from '../../http/method-guard.js';
import { UnsentError } from '../../limits/request-meter.js';
import { pause } from '../../model/clock.js';
import { openResources } from '../open-resources.js';
import type { RunInput } from '../run-input.js';
import { aloneInRun } from '../schedule/claim.js';
import { startItemService, testCollection } from '../test-service.fixture.js';
import { createTrialEarning } from './trial-earning.js';

useSteadyClock();

test('nothing is sent to earn content while a case of another check runs alone', async () => {
  const service = await startItemService();
  const client = openClient({ baseUrl: service.url });
  onTestFinished(() => client.close());
  const limits = { maxRequests: 500, maxSeconds: 60, concurrency: 2, cases: 3 };
  const given = { client, baseUrl: service.url, permit: 'deletes', seed: 1, rules: new Map(), document: undefined };
  const { base } = openResources({ ...given, limits, collections: [testCollection] } as unknown as RunInput);
  const trial = { rule: 'a/rule', subject: testCollection } as never;
  const route = { kind: 'collection', template: '/things', collection: 'things' } as const;
  const request = { method: 'POST', path: '/things', trial: 'a/rule@things', record: issueWriteRecord(1) } as const;
  const want = () => base.writes.earned.require(request, route, { kind: 'empty', object: undefined }, testCollection);
  expect(want).toThrow(UnsentError);
  const alone = base.queue.open().ask(aloneInRun);
  await alone.granted;
  const outcome = { verdict: 'inconclusive', requests: 0, trial } as never;
  const recorded = createTrialEarning(base).record(trial, outcome);
  await pause(500);
  expect(service.arrived).toEqual([]);
  alone.release();
  await recorded;
  expect(service.arrived.map(({ method }) => method)).toContain('POST');
  expect(service.things.size).toBe(0);
});
