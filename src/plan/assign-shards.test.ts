import { describe, expect, test } from 'vitest';
import type { Plan, Trial } from '../model/result/plan.js';
import { createBareCollection } from '../model/service/bare-collection.js';
import type { ServiceSubject } from '../model/service/subject.js';
import type { Rule } from '../rule/rule.js';
import type { RulesById } from '../rule/rules-by-id.js';
import { assignShards, buildTrialKey, selectShard } from './assign-shards.js';

/** What the rules of this test assume, by their id. */
const assumed: Readonly<Record<string, readonly string[]>> = {
  'a/ground': ['e/base'],
  'b/dear': ['a/ground'],
  'c/cheap': ['a/ground'],
  'f/whole': ['a/ground'],
};
const rules: RulesById = {
  get: (id) => ({ assumes: id.startsWith('r/') ? ['a/ground'] : assumed[id] }) as Rule,
};

const trial = (rule: string, subject: Trial['subject']): Trial => ({ rule, level: 'MUST', touches: 'reads', subject });

const places = ['orders', 'customers', 'invoices'].map((name) => createBareCollection(name));
const service: ServiceSubject = { kind: 'service', name: 'service', collections: places };
const dear: Readonly<Record<string, number>> = { 'a/ground': 10, 'b/dear': 90, 'e/base': 5 };
const costOf = (rule: string) => dear[rule] ?? 30;

/** Rules that assume each other, on three collections and the service. */
const trials: readonly Trial[] = [
  ...places.flatMap((place) => [
    trial('e/base', place),
    trial('a/ground', place),
    trial('b/dear', place),
    trial('c/cheap', place),
    trial('d/alone', place),
  ]),
  trial('f/whole', service),
];
const whole: Plan = { trials, exclusions: [] };
const keys = (some: readonly Trial[]) => some.map(buildTrialKey).sort();
const parts = (total: number, of: Plan = whole) => {
  const owners = assignShards(of.trials, total, costOf, rules);
  return Array.from({ length: total }, (_, index) => selectShard(of, owners, index + 1, total, rules));
};
const isOwn = ({ shard }: Trial) => shard === undefined;

test('all checks of a single resource are in one shard, because they exclude each other', () => {
  const collection = createBareCollection('settings');
  const read = { method: 'GET', path: '/settings', provenance: 'described', statuses: [], parameters: [] } as const;
  const single = { path: '/settings', read };
  const address = { kind: 'resource', name: '/settings', operations: [], values: [], collection, single } as const;
  const own = ['s/one', 's/two', 's/three'].map((rule) => trial(rule, address));
  const owners = assignShards([...trials, ...own], 3, costOf, rules);
  expect(own.map((one) => owners.get(buildTrialKey(one)))).toEqual([1, 1, 1]);
});

describe.each([1, 2, 3, 7, 40])('in %i shards', (total) => {
  test('each trial belongs to exactly one, and every other one names that', () => {
    const shards = parts(total);
    expect(keys(shards.flatMap((part) => part.trials.filter(isOwn)))).toEqual(keys(trials));
    for (const part of shards) {
      expect(part.trials.length + part.exclusions.length).toBe(trials.length);
      for (const { rule, subject, shard = 0, word, cause, why } of part.exclusions) {
        const owner = shards[shard - 1]?.trials.find((one) => one.rule === rule && one.subject.name === subject);
        expect(owner && isOwn(owner)).toBe(true);
        expect([word, cause, why]).toEqual(['not-run', 'filter', `shard ${shard} of ${total} runs it`]);
      }
    }
  });

  test('all prerequisites of a trial run in the same shard, direct or not', () => {
    for (const { trials: tried } of parts(total)) {
      const here = new Set(tried.map(buildTrialKey));
      for (const { rule, subject } of tried) {
        const names = subject.kind === 'service' ? places.map(({ name }) => name) : [subject.name];
        const missing = (rules.get(rule)?.assumes ?? []).flatMap((id) =>
          names.filter((name) => !here.has(`${id} ${name}`)),
        );
        expect(missing).toEqual([]);
      }
    }
  });

  test('the split does not depend on the order of the trials', () => {
    const again = assignShards([...trials].reverse(), total, costOf, rules);
    expect([...again].sort()).toEqual([...assignShards(trials, total, costOf, rules)].sort());
  });
});

test('shards have similar costs, whatever the prerequisites', () => {
  const loads = parts(3).map(({ trials: tried }) => tried.reduce((sum, { rule }) => sum + costOf(rule), 0));
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(60);
});

test('a trial found only by calibration runs in one shard, the first with the collection', () => {
  const total = 40;
  const owners = assignShards(trials, total, costOf, rules);
  const found = trial('z/found', createBareCollection('customers'));
  const indexes = Array.from({ length: total }, (_, at) => at + 1);
  const owning = indexes.filter((index) =>
    selectShard({ trials: [...trials, found], exclusions: [] }, owners, index, total, rules).trials.some(
      (one) => one.rule === 'z/found' && isOwn(one),
    ),
  );
  const knowing = trials.filter(({ subject }) => subject.name === 'customers' || subject.name === 'service');
  expect(owning).toEqual([Math.min(...knowing.map((one) => owners.get(buildTrialKey(one)) ?? total))]);
});

test('exclusions of the plan stay as they are in every shard', () => {
  const unmet = { rule: 'y/unmet', subject: 'orders', why: 'no create' } as const;
  const exclusions = [{ ...unmet, word: 'not-applicable', cause: 'need' } as const];
  for (const part of parts(3, { trials, exclusions })) expect(part.exclusions[0]).toBe(exclusions[0]);
});

test('ten thousand trials are split quickly', () => {
  const many = Array.from({ length: 200 }, (_, index) => createBareCollection(`c${index}`));
  const big = many.flatMap((place) => [
    trial('a/ground', place),
    ...Array.from({ length: 49 }, (_, rule) => trial(`r/${rule}`, place)),
  ]);
  const owners = assignShards(big, 8, costOf, rules);
  expect(owners.size).toBe(10_000);
  expect(new Set(owners.values()).size).toBe(8);
});
