import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { pause } from '../model/clock.js';
import type { Json } from '../model/json.js';
import { held } from '../rule/finding.js';
import type { Need } from '../rule/needs/need.js';
import type { NamedRule } from '../rule/rule.js';
import type { Tools } from '../rule/tools.js';
import type { Bodies } from '../rule/values/bodies.js';
import { record } from '../rule/values/generators.js';
import { guardRule } from '../rule-set/guard-rule.js';
import { createNamedRule, runRules, startItemService } from './test-service.fixture.js';

useSteadyClock();

type Drawn = { body: Json };
const body = (bodies: Bodies) => record({ body: bodies.body() });
const making = async ({ body }: Drawn, { items }: Tools) => void (await items.create(body));
const sound = createNamedRule<Drawn, void>('z/sound', { given: body, when: making });
const rule = (parts: Parameters<typeof createNamedRule<Drawn, unknown>>[1]) =>
  createNamedRule<Drawn, unknown>('a/broken', { given: body, ...parts });
const overflow = (): never => overflow();
const told = new Proxy(new Error('mine'), {
  get() {
    throw new Error('not even this');
  },
});

/**
 * Runs a broken rule together with a correct one; checks that the correct one held and no item is left, and returns the
 * outcome of the broken one.
 */
async function brokenBeside(broken: NamedRule, more: Parameters<typeof runRules>[2] = {}) {
  const service = await startItemService();
  const came = await runRules(service.url, [broken, sound], { idleMs: 300, ...more });
  expect(came.outcomes.at(-1)).toMatchObject({ verdict: 'held', cases: 10 });
  expect([service.things.size, came.leftovers]).toEqual([0, []]);
  return { ...came, broken: came.outcomes[0] };
}

describe('a rule that throws is errored with the place, and other rules continue', () => {
  test.each<[string, NamedRule, string]>([
    ['throws nothing', rule({ when: () => Promise.reject() }), 'the thrown value is no Error: undefined'],
    ['throws a text', rule({ when: () => Promise.reject('no luck') }), 'no Error: no luck'],
    ['throws an object', rule({ when: () => Promise.reject({ a: 1 }) }), 'is no Error: {"a":1}'],
    ['throws a value that cannot be inspected', rule({ when: () => Promise.reject(told) }), 'cannot be printed'],
    ['throws at once, instead of later', rule({ when: () => overflow() }), 'Maximum call stack size exceeded'],
    [
      'throws with a cause',
      rule({ when: () => Promise.reject(new Error('outer', { cause: new TypeError('inner') })) }),
      'caused by: TypeError: inner',
    ],
    ['judges nothing', rule({ when: making, then: () => undefined as never }), 'then() returned nothing'],
    ['judges later', rule({ when: making, then: (async () => held) as never }), 'then() returned a promise'],
    [
      'judges with a word of its own',
      rule({ when: making, then: () => ({ verdict: 'ok' }) as never }),
      'then() returned',
    ],
    ['judges by overflow', rule({ when: making, then: overflow }), 'Maximum call stack size exceeded'],
    [
      'changes what was drawn',
      rule({
        when: async (drawn) => {
          (drawn as { body: Json }).body = null;
        },
      }),
      "Cannot assign to read only property 'body'",
    ],
    ['draws from nothing', rule({ given: () => undefined as never }), 'not an instance of Arbitrary'],
  ])('%s', async (_, broken, why) => {
    const { broken: outcome, kitErrors } = await brokenBeside(broken);
    expect(outcome).toMatchObject({ trial: { rule: 'a/broken' }, verdict: 'errored' });
    expect(outcome?.why).toContain(why);
    expect(kitErrors).toEqual([]);
  });

  test('has needs that throw', async () => {
    const need: Need = {
      name: 'odd',
      reason: 'it is odd',
      enable: '-',
      isMet: () => {
        throw new Error('no such need');
      },
    };
    const service = await startItemService();
    const { outcomes, exclusions } = await runRules(service.url, [rule({ needs: [need] }), sound]);
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
    expect(exclusions).toMatchObject([{ rule: 'a/broken', word: 'errored', cause: 'kit' }]);
    expect(exclusions[0]?.why).toContain('its needs cannot be checked: Error: no such need');
  });
});

test('a creation that waits for others longer than a trial may go without an exchange has not stalled', async () => {
  const service = await startItemService(async ({ method }) => {
    if (method === 'POST') await pause(500);
    return undefined;
  });
  const rules = ['a', 'b', 'c', 'd'].map((name) =>
    createNamedRule<Drawn, void>(`${name}/makes`, { given: body, when: making }),
  );
  const { outcomes } = await runRules(service.url, rules, { idleMs: 300, limits: { cases: 1, concurrency: 4 } });
  expect(outcomes.map(({ verdict, why }) => [verdict, why])).toEqual(rules.map(() => ['held', undefined]));
});

describe('a rule without an end', () => {
  test('that waits without a request is aborted, and its items are removed', async () => {
    const waiting = rule({
      when: async (drawn, tools) => {
        await making(drawn, tools);
        return new Promise(() => {});
      },
    });
    const { broken } = await brokenBeside(waiting);
    expect(broken).toMatchObject({ verdict: 'errored' });
    expect(broken?.why).toContain('the trial ran for 0.3 s without an exchange and did not end');
  });

  test('sends no requests after it was aborted', async () => {
    const afterwards: unknown[] = [];
    let goOn = () => {};
    const late = rule({
      when: async (drawn, tools) => {
        await new Promise<void>((done) => {
          goOn = done;
        });
        await making(drawn, tools).catch((error: Error) => afterwards.push(error.name));
      },
    });
    const service = await startItemService();
    await runRules(service.url, [late], { idleMs: 200 });
    const before = service.arrived.length;
    goOn();
    await expect.poll(() => afterwards).toEqual(['StalledError']);
    expect([service.arrived.length, service.things.size]).toEqual([before, 0]);
  });

  test('is not a rule that waits for a slow service', async () => {
    const service = await startItemService(async ({ method }) => {
      if (method === 'GET') await new Promise((done) => setTimeout(done, 700));
      return undefined;
    });
    const reading = rule({
      when: async ({ body }, { items }) => (await items.create(body)).get(),
    });
    const { outcomes } = await runRules(service.url, [reading], {
      idleMs: 300,
      limits: { maxRequests: 1000, maxSeconds: 60, concurrency: 1, cases: 2 },
    });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  });

  test.each<[string, NamedRule, string]>([
    [
      'draws for ever',
      rule({ given: () => fc.integer().filter(() => false) as never }),
      'the generator of given() computed for 0.2 s and did not end',
    ],
    [
      'computes for ever',
      rule({
        when: async () => {
          for (;;);
        },
      }),
      'when() computed for 0.2 s and did not end',
    ],
    [
      'judges for ever',
      rule({ when: making, then: () => (/^(a+)+$/.test(`${'a'.repeat(60)}b`) ? held : (undefined as never)) }),
      'then() computed for 0.2 s and did not end',
    ],
  ])('%s is aborted', async (_, { id, rule: endless }, why) => {
    const { broken } = await brokenBeside({ id, rule: guardRule(endless, 200) });
    expect(broken).toMatchObject({ verdict: 'errored', why: expect.stringContaining(why) });
  });
});

describe('after an internal error', () => {
  test('of a callback, only the list of internal errors changes', async () => {
    const { kitErrors } = await brokenBeside(sound, {
      onOutcome: () => {
        throw new Error('cannot show it');
      },
    });
    expect(kitErrors).toEqual([expect.stringContaining('Error: cannot show it')]);
  });

  test('before the first trial, every trial is errored', async () => {
    const service = await startItemService();
    const nowhere = { kind: 'service', name: 'service', collections: [] } as const;
    const rule = createNamedRule('a/service', { per: 'service' });
    const { outcomes, kitErrors, requests } = await runRules(service.url, [rule], { subjects: [nowhere] });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['errored']);
    expect(outcomes[0]?.why).toContain('Error: service has no collection');
    expect([kitErrors, requests]).toEqual([[outcomes[0]?.why], 0]);
  });
});

describe.skipIf(process.platform !== 'linux')('when the ledger cannot be written', () => {
  test('no item is created, and the run ends with a report', async () => {
    const folder = createTemporaryFolder();
    symlinkSync('/dev/full', join(folder, 'ledger.ndjson'));
    const service = await startItemService();
    const { outcomes, trouble, endedEarly } = await runRules(service.url, [sound], {
      ledgerFile: join(folder, 'ledger.ndjson'),
    });
    expect(service.arrived.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'budget' }]);
    expect(trouble).toMatch(/ledger\.ndjson cannot be written: ENOSPC/);
    expect(endedEarly).toBe(trouble);
  });
});

test('ends the run with all verdicts so far and removes its items when the tape cannot be written', async () => {
  const service = await startItemService();
  let outcomes = 0;
  const came = await runRules(
    service.url,
    [createNamedRule<Drawn, void>('a/first', { given: body, when: making }), sound],
    {
      onOutcome: () => {
        outcomes += 1;
      },
      trouble: () => (outcomes > 0 ? 'the tape cannot be written' : undefined),
      limits: { maxRequests: 1000, maxSeconds: 60, concurrency: 1, cases: 10 },
    },
  );
  expect(came.outcomes).toMatchObject([
    { verdict: 'held', cases: 10 },
    { verdict: 'inconclusive', cause: 'budget', why: 'the trial did not start: the tape cannot be written' },
  ]);
  expect([came.trouble, service.things.size]).toEqual(['the tape cannot be written', 0]);
});
