import { describe, expect, test } from 'vitest';
import type { Trial } from '../../model/result/plan.js';
import type { SurveyedOperation } from '../../model/service/operation.js';
import type { Collection, OperationSubject } from '../../model/service/subject.js';
import type { Rule } from '../../rule/rule.js';
import { createNamedRule, testCollection } from '../test-service.fixture.js';
import { ClaimQueue } from './claim-queue.js';
import { type ScheduleOptions, schedule } from './schedule.js';
import type { TrialPlace } from './trial-place.js';

const others: Collection = { ...testCollection, name: 'others' };

const parent: Collection = { ...testCollection, name: 'parents', parents: [{ place: '{p}', collection: 'others' }] };
const child: Collection = { ...testCollection, name: 'children', parents: [{ place: '/p', collection: 'parents' }] };

const rules = new Map<string, Rule>();

/** An operation as a subject. */
function operation(role: SurveyedOperation['role'], name: string, collection = testCollection): OperationSubject {
  const path = name.split(' ')[1] ?? '';
  const called = { method: 'GET', path, provenance: 'declared', statuses: [], parameters: [] } as const;
  const call: SurveyedOperation = { name, operation: called, role, evidence: '' };
  const resource = {
    kind: 'resource',
    name: path,
    operations: [call],
    values: [],
    collection,
  } as const;
  return { kind: 'operation', name, call, resource, collection };
}

/** Runs trials whose results are their outcomes. */
const runAll = <T>(
  trials: readonly Trial[],
  options: Omit<ScheduleOptions, 'queue'>,
  go: (trial: Trial, place: TrialPlace, awaitOthers: () => Promise<void>) => Promise<T>,
): Promise<T[]> => {
  const queue = new ClaimQueue();
  const goOn = (one: Trial, place: TrialPlace) =>
    go(one, place, async () => place.removals && queue.open().within(place.removals, async () => {}));
  return schedule(trials, { ...options, queue }, { go: goOn, settle: (_, result: T) => result });
};

const trial = (id: string, parts: Partial<Rule> = {}, subject: Trial['subject'] = testCollection): Trial => {
  const { rule } = createNamedRule(id, parts as Parameters<typeof createNamedRule>[1]);
  rules.set(id, rule);
  return { rule: id, level: rule.level, touches: rule.touches, subject };
};

/** Runs the trials, each waiting for a few turns of the loop; says which ran beside which. */
async function observe(
  trials: readonly Trial[],
  concurrency: number,
  solitary: ReadonlySet<string> = new Set(),
  costs: Readonly<Record<string, number>> = {},
) {
  const running = new Set<string>();
  const beside = new Map<string, Set<string>>(trials.map(({ rule }) => [rule, new Set()]));
  const begun: string[] = [];
  const settled: string[] = [];
  let most = 0;
  const outcomes = await schedule(
    trials,
    {
      ...{
        queue: new ClaimQueue(),
        rules,
        concurrency,
        solitary,
        collections: [testCollection, others, parent, child],
      },
      estimateCost: (rule) => costs[rule] ?? 1,
    },
    {
      settle(_, rule: string) {
        settled.push(rule);
        return rule;
      },
      async go({ rule }) {
        begun.push(rule);
        for (const other of running) {
          beside.get(rule)?.add(other);
          beside.get(other)?.add(rule);
        }
        running.add(rule);
        most = Math.max(most, running.size);
        for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
        running.delete(rule);
        return rule;
      },
    },
  );
  return { outcomes, begun, settled, most, beside: (rule: string) => [...(beside.get(rule) ?? [])].sort() };
}

test('trials that create the item above their collection run beside each other, also where they watch the list', async () => {
  const request = { mediaType: 'application/json', example: {} };
  const create = { method: 'POST', path: '/', provenance: 'declared', statuses: [], parameters: [], request } as const;
  const below: Collection = { ...testCollection, name: 'below', parents: [{ place: '{p}', collection: 'others' }] };
  const watching = (id: string) => trial(id, { watches: 'collection' }, below);
  const run = async (above: Collection) => {
    let most = 0;
    let running = 0;
    await runAll([watching('a'), watching('b')], { rules, concurrency: 2, collections: [above, below] }, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    });
    return most;
  };
  const { create: _, ...bare } = others;
  expect(await run({ ...others, create })).toBe(2);
  expect(await run({ ...others, create, creationProblem: 'refused' })).toBe(1);
  expect(await run(bare)).toBe(1);
});

test.each([1, 2, 3, 16])('runs %i trials at the same time when possible, and never more', async (concurrency) => {
  const trials = ['a', 'b', 'c', 'd', 'e'].map((id) => trial(id));
  const { most, outcomes } = await observe(trials, concurrency);
  expect(most).toBe(Math.min(concurrency, 5));
  expect(outcomes).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('returns outcomes in the order of the trials', async () => {
  const order: string[] = [];
  const outcomes = await runAll(
    [trial('slow'), trial('quick')],
    { rules, concurrency: 2, collections: [] },
    async ({ rule }) => {
      if (rule === 'slow') while (order.length === 0) await new Promise(setImmediate);
      order.push(rule);
      return rule;
    },
  );
  expect(order).toEqual(['quick', 'slow']);
  expect(outcomes).toEqual(['slow', 'quick']);
});

describe('a trial that only removes items', () => {
  /** Runs trials that leave at once and end when told; returns which have begun at that time. */
  async function leaveAll(ids: readonly string[], options: Omit<ScheduleOptions, 'queue' | 'rules' | 'collections'>) {
    const begun: string[] = [];
    let end = () => {};
    const told = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done = runAll(
      ids.map((id) => trial(id)),
      { rules, collections: [], ...options },
      async ({ rule }, place) => {
        begun.push(rule);
        place.leave();
        await told;
      },
    );
    await new Promise(setImmediate);
    const before = [...begun];
    end();
    await done;
    return before;
  }
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  test('takes no place, as long as no more of them remove items than run', async () => {
    expect(await leaveAll(ids, { concurrency: 2, mayRemoveBehind: true })).toEqual(['a', 'b', 'c', 'd']);
  });

  test.each([
    ['runs alone', { watches: 'collection' }],
    ['expects no effect', { watches: 'collection', expectsNoEffect: true }],
    ['reads a list', { watches: 'list' }],
    ['fills a list', { watches: 'list', fillsList: true }],
  ] as const)(
    'is followed by one that %s, which waits for the removals before it does more than create items',
    async (_, parts) => {
      const log: string[] = [];
      let end = () => {};
      const told = new Promise<void>((resolve) => {
        end = resolve;
      });
      const alone = [trial('a', { watches: 'collection' }), trial('b', parts)];
      const options = { rules, collections: [testCollection], concurrency: 2, mayRemoveBehind: true };
      const own = trial('own', { assumes: ['a', 'b'] });
      const done = runAll([...alone, own], options, async ({ rule }, place, awaitOthers) => {
        log.push(`${rule} begins`);
        await awaitOthers();
        log.push(`${rule} goes on`);
        place.leave();
        if (rule === 'a') await told;
      });
      for (let i = 0; i < 3; i += 1) await new Promise(setImmediate);
      const before = [...log];
      end();
      await done;
      expect([before, log.slice(before.length)]).toEqual([
        ['a begins', 'a goes on', 'b begins'],
        ['b goes on', 'own begins', 'own goes on'],
      ]);
    },
  );

  test('is followed by no other one where ids are reused', async () => {
    const alone = ['a', 'b'].map((id) => trial(id, { watches: 'collection' }));
    const options = { rules, collections: [testCollection], concurrency: 2, mayRemoveBehind: true };
    let under = 0;
    await runAll(alone, { ...options, solitary: new Set(['things']) }, async (_, place) => {
      under += 1;
      place.leave();
      await new Promise(setImmediate);
      expect(under).toBe(1);
      under -= 1;
    });
  });

  test('keeps its place where one case runs at a time', async () => {
    expect(await leaveAll(ids, { concurrency: 2 })).toEqual(['a', 'b']);
  });
});

describe('a case whose first request is under way', () => {
  /** Runs trials that wait in their first request until the end of the test; returns which have begun. */
  async function prepareAll(trials: readonly Trial[], options: Partial<Omit<ScheduleOptions, 'queue'>>) {
    const begun: string[] = [];
    let end = () => {};
    const told = new Promise<void>((resolve) => {
      end = resolve;
    });
    const all = { rules, collections: [testCollection], concurrency: 4, ...options };
    const done = runAll(trials, all, async ({ rule }, place) => {
      begun.push(rule);
      const enter = place.mayPrepare ? place.prepare() : undefined;
      await told;
      enter?.();
      enter?.();
    });
    await new Promise(setImmediate);
    const before = [...begun];
    end();
    await done;
    return before;
  }
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  test('takes no place, as long as no more of these are under way than run', async () => {
    const trials = ids.map((id) => trial(id));
    expect(await prepareAll(trials, { mayRemoveBehind: true, concurrency: 3 })).toEqual(ids.slice(0, 6));
  });

  test('keeps its place where the limit of existing items leaves no room for more', async () => {
    const trials = ids.map((id) => trial(id));
    expect(await prepareAll(trials, {})).toEqual(['a', 'b', 'c', 'd']);
  });

  test('keeps its place where it reads a list', async () => {
    const trials = ids.map((id) => trial(id, { watches: 'list' }));
    expect(await prepareAll(trials, { mayRemoveBehind: true })).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('further cases', () => {
  /** Runs trials of which each has further cases; returns how many cases of each ran at the same time. */
  async function countAtOnce(trials: readonly Trial[], concurrency: number, cases = 9) {
    const most = new Map<string, number>();
    const total = { now: 0, most: 0 };
    await runAll(trials, { rules, concurrency, collections: [testCollection] }, async ({ rule }, place) => {
      let [now, left] = [0, cases];
      const runCase = async () => {
        [now, total.now] = [now + 1, total.now + 1];
        most.set(rule, Math.max(most.get(rule) ?? 0, now));
        total.most = Math.max(total.most, total.now);
        await new Promise(setImmediate);
        [now, total.now] = [now - 1, total.now - 1];
      };
      const begun: Promise<void>[] = [];
      place.offer(() => {
        if (left === 0) return undefined;
        left -= 1;
        const one = runCase();
        begun.push(one);
        return one;
      });
      while (left > 0) {
        left -= 1;
        await runCase();
      }
      place.withdraw();
      await Promise.all(begun);
    });
    return { most, total: total.most };
  }

  test('run where no other trial can begin, at most as many as the concurrency', async () => {
    expect(await countAtOnce([trial('a')], 4)).toEqual({ most: new Map([['a', 4]]), total: 4 });
    expect((await countAtOnce([trial('a'), trial('b'), trial('c')], 3)).total).toBe(3);
  });

  test.each([
    [true, ['a', 'case of a', 'case of a', 'b', 'c']],
    [false, ['a', 'b', 'c', 'case of a', 'case of a']],
  ])('begin before other trials where the first one was long: %s', async (isLong, expected) => {
    const begun: string[] = [];
    const trials = [trial('a'), trial('b'), trial('c')];
    await runAll(trials, { rules, concurrency: 3, collections: [] }, async ({ rule }, place) => {
      begun.push(rule);
      if (rule !== 'a') return;
      let left = 2;
      place.offer(
        () => {
          if (left === 0) return undefined;
          left -= 1;
          begun.push('case of a');
          return new Promise((resolve) => setImmediate(resolve));
        },
        isLong ? 'long' : 'usual',
      );
      while (left > 0) await new Promise(setImmediate);
      place.withdraw();
    });
    expect(begun).toEqual(expected);
  });

  test('run one at a time in a trial that runs alone', async () => {
    expect((await countAtOnce([trial('alone', { watches: 'collection' })], 8)).total).toBe(1);
  });

  test('are few on one list', async () => {
    const lists = [trial('a', { watches: 'list' }), trial('b', { watches: 'entries' })];
    expect((await countAtOnce(lists, 16)).total).toBe(4);
    const delayed = { ...testCollection, consistency: { itemMs: 0, listMs: 5_000 } };
    expect((await countAtOnce([trial('a', { watches: 'list' }, delayed)], 16)).total).toBe(1);
  });
});

describe('a trial that watches', () => {
  test.each(['list', 'entries'] as const)(
    'a list runs beside others that watch its %s, and apart from all others',
    async (watches) => {
      const other = watches === 'list' ? 'entries' : 'list';
      const trials = [
        trial('a'),
        trial('one', { watches }),
        trial('b'),
        trial('two', { watches }),
        trial('far', { watches: other }),
      ];
      const { beside } = await observe(trials, 8);
      expect([beside('one'), beside('two'), beside('a'), beside('far')]).toEqual([['two'], ['one'], ['b'], []]);
    },
  );

  test('a collection runs alone on it, and in parallel with other collections', async () => {
    const watching = trial('watching', { watches: 'collection' });
    const { beside } = await observe([trial('a'), watching, trial('b'), trial('far', {}, others)], 8);
    expect(beside('watching')).toEqual(['far']);
    expect(beside('a')).toContain('b');
  });

  test('a collection in which items below it need parents runs alone on it', async () => {
    const below = trial('below', {}, child);
    const { beside } = await observe([below, trial('watching', { watches: 'collection' }, others), trial('far')], 8);
    expect(beside('watching')).toEqual(['far']);
    expect(beside('below')).toEqual(['far']);
  });

  test('the collection of another one runs after that', async () => {
    const { beside, most } = await observe(
      [trial('a', { watches: 'collection' }), trial('b', { watches: 'collection' })],
      8,
    );
    expect([beside('a'), most]).toEqual([[], 1]);
  });

  test('a collection and reads one operation of it runs beside other readers only', async () => {
    const reading: Partial<Rule> = { watches: 'collection', touches: 'reads', per: 'operation' };
    const list = operation('list', 'GET /things');
    const { beside } = await observe(
      [
        trial('r1', reading, list),
        trial('writer', { ...reading, touches: 'writes' }, list),
        trial('item'),
        trial('r2', reading, list),
        trial('watching', { watches: 'collection', touches: 'reads' }),
        trial('below', reading, { ...list, collection: parent }),
      ],
      8,
    );
    expect(beside('r1')).toEqual(['r2']);
    expect(['writer', 'watching', 'below'].flatMap(beside)).toEqual([]);
    expect(beside('item')).toEqual([]);
  });

  test('a collection and reads one item of its own runs beside trials on other items', async () => {
    const reading: Partial<Rule> = { watches: 'collection', touches: 'reads', per: 'operation' };
    const [one, record] = [operation('read', 'GET /things/{id}'), operation('read record', 'GET /things/{id}/done')];
    const trials = [trial('r1', reading, one), trial('a'), trial('r2', reading, record)];
    expect((await observe(trials, 8)).beside('a')).toEqual(['r1', 'r2']);
    expect((await observe(trials, 8, new Set(['things']))).beside('a')).toEqual([]);
  });

  test.each([
    ['a collection and expects no effect', { watches: 'collection', expectsNoEffect: true }],
    ['a list and fills it', { watches: 'list', fillsList: true }],
  ] as const)('%s runs beside others of its kind only', async (_, parts) => {
    const kind = ['a', 'b'].map((id) => trial(id, parts));
    const { beside } = await observe([...kind, trial('own'), trial('list', { watches: 'list' })], 8);
    expect([beside('a'), beside('list')]).toEqual([['b'], []]);
  });

  test.each([
    [1, false],
    [2, true],
    [32, true],
  ])(
    'a collection and expects no effect is one of a group with %i cases at a time: %s',
    async (concurrency, expected) => {
      const groups: (boolean | undefined)[] = [];
      const trials = ['a', 'b'].map((id) => trial(id, { watches: 'collection', expectsNoEffect: true }));
      const options = { rules, collections: [testCollection], concurrency, mayRemoveBehind: false };
      await runAll(trials, options, async (_, place) => void groups.push(place.isGrouped));
      expect(groups).toEqual([expected, expected]);
    },
  );

  test('the service and expects no effect runs beside those of all collections that do', async () => {
    const parts = { watches: 'service', expectsNoEffect: true } as const;
    const { beside } = await observe([trial('a', parts), trial('b', parts, others), trial('own', {}, others)], 8);
    expect([beside('a'), beside('own')]).toEqual([['b'], []]);
  });

  test('a list that shows changes late, and expects no effect, runs alone', async () => {
    const delayed = { ...testCollection, consistency: { itemMs: 0, listMs: 5_000 } };
    const parts = { watches: 'collection', expectsNoEffect: true } as const;
    const { beside } = await observe([trial('a', parts, delayed), trial('b', parts, delayed)], 8);
    expect(beside('a')).toEqual([]);
  });

  test('the service runs alone', async () => {
    const { beside } = await observe([trial('a'), trial('all', { watches: 'service' }), trial('far', {}, others)], 8);
    expect(beside('all')).toEqual([]);
    expect(beside('a')).toEqual(['far']);
  });

  test('the collection of an action runs alone on it', async () => {
    const action: Trial['subject'] = {
      kind: 'action',
      name: 'x',
      collection: testCollection,
      action: { name: 'x', path: '/x' },
    };
    const { beside } = await observe([trial('acting', {}, action), trial('watching', { watches: 'collection' })], 8);
    expect(beside('acting')).toEqual([]);
  });
});

describe('an assumed rule', () => {
  test('completes before dependent trials start, in parallel with others', async () => {
    const { begun, beside } = await observe([trial('a'), trial('b', { assumes: ['a'] }), trial('c')], 8);
    expect(beside('b')).not.toContain('a');
    expect(begun).toEqual(['a', 'c', 'b']);
  });

  test('that runs alone begins before the trials that could run beside those which wait for it', async () => {
    const alone = trial('alone', { watches: 'collection', assumes: ['a'] });
    const dependents = ['d', 'e', 'f'].map((id) => trial(id, { assumes: ['alone'] }));
    const { begun, beside } = await observe([trial('b'), trial('a'), trial('c'), alone, ...dependents], 8);
    expect(begun.slice(0, 2)).toEqual(['alone', 'a']);
    expect([beside('alone'), beside('d')]).toEqual([[], ['b', 'c', 'e', 'f']]);
  });

  test('is decided before those which began without waiting for it, and completes before any others', async () => {
    const alone = trial('alone', { watches: 'collection', assumes: ['a'] });
    const trials = [trial('a'), alone, trial('d', { assumes: ['alone'] }), trial('e', { assumes: ['a'] })];
    expect(await observe(trials, 8)).toMatchObject({
      begun: ['alone', 'a', 'd', 'e'],
      settled: ['a', 'alone', 'd', 'e'],
    });
    expect(await observe(trials, 1)).toMatchObject({
      begun: ['a', 'alone', 'd', 'e'],
      settled: ['a', 'alone', 'd', 'e'],
    });
  });

  test('about the same list may be under way, but must have begun', async () => {
    const trials = [
      trial('w1', { watches: 'list' }),
      trial('w2', { watches: 'list', assumes: ['w1'] }),
      trial('w3', { watches: 'list', assumes: ['w1', 'w2'] }),
    ];
    const { beside, settled } = await observe(trials, 8);
    expect([beside('w1'), settled]).toEqual([
      ['w2', 'w3'],
      ['w1', 'w2', 'w3'],
    ]);
    expect((await observe(trials, 1)).begun).toEqual(['w1', 'w2', 'w3']);
    const far = [trial('own'), trial('w4', { watches: 'list', assumes: ['own'] })];
    expect((await observe(far, 8)).beside('w4')).toEqual([]);
  });

  test('that runs alone is not held back by one of another collection that waits for the same', async () => {
    const needs = (id: string, on: Trial['subject']) => [
      trial(`${id}/first`, {}, on),
      trial(`${id}/alone`, { watches: 'collection', assumes: [`${id}/first`] }, on),
      ...['x', 'y', 'z'].map((name) => trial(`${id}/${name}`, { assumes: [`${id}/alone`] }, on)),
    ];
    const { begun } = await observe([...needs('below', child), ...needs('above', others)], 8);
    expect(begun.toSorted()).toHaveLength(10);
  });

  test('that runs alone begins before trials that nothing waits for', async () => {
    const alone = trial('alone', { watches: 'collection' });
    const { begun } = await observe([trial('b'), trial('c'), alone, trial('d', { assumes: ['alone'] })], 2);
    expect(begun).toEqual(['alone', 'b', 'c', 'd']);
  });

  test('delays no trials of another collection', async () => {
    const { beside } = await observe([trial('a', {}, others), trial('b', { assumes: ['a'] })], 8);
    expect(beside('b')).toEqual(['a']);
  });
});

test('trials that only read a list begin after those that others wait for, and before all others', async () => {
  const readers = [
    trial('r1', { watches: 'list', touches: 'reads' }),
    trial('r2', { watches: 'list', touches: 'reads' }),
  ];
  const lists = [trial('last', { watches: 'list' }), trial('first', { watches: 'list' })];
  const end = trial('end', { watches: 'list', assumes: ['first', 'r1'] });
  const { begun } = await observe([...readers, ...lists, end], 8, new Set(), { end: 3 });
  expect(begun).toEqual(['first', 'r1', 'r2', 'end', 'last']);
});

describe('trials that probably take long', () => {
  const costs = { long: 30, usual: 10, chain: 2, waiting: 40 };
  const all = () => [
    ...['short', 'usual', 'long', 'chain'].map((id) => trial(id)),
    trial('waiting', { assumes: ['chain'] }),
  ];

  test('begin first, and so do those that a long one waits for', async () => {
    const { begun } = await observe(all(), 2, new Set(), costs);
    expect(begun).toEqual(['chain', 'long', 'waiting', 'usual', 'short']);
  });

  test('begin last where one case runs at a time, and those that fill a list behind them', async () => {
    const filling = trial('filling', { watches: 'list', fillsList: true });
    const { begun } = await observe([filling, ...all()], 1, new Set(), costs);
    expect(begun).toEqual(['chain', 'short', 'usual', 'long', 'waiting', 'filling']);
  });

  test('begin before those that fill a list', async () => {
    const filling = trial('filling', { watches: 'list', fillsList: true });
    const { begun } = await observe([filling, trial('alone', { watches: 'service' })], 2);
    expect(begun).toEqual(['alone', 'filling']);
  });

  test('begin before those after which the service may answer no more, unless others wait for these', async () => {
    const provoking = (id: string) => trial(id, { clause: 'ERR-04' });
    const filling = trial('filling', { watches: 'list', fillsList: true });
    const first = [filling, provoking('deep'), provoking('needed'), trial('waits', { assumes: ['needed'] })];
    const { begun } = await observe([...first, trial('alone', { watches: 'service' }), trial('own')], 1);
    expect(begun).toEqual(['needed', 'waits', 'alone', 'own', 'deep', 'filling']);
    const side = await observe([...first, trial('alone', { watches: 'service' }), provoking('odd')], 3);
    expect(side.beside('deep')).toEqual(['odd']);
    expect(side.begun.indexOf('deep')).toBeGreaterThan(side.begun.indexOf('alone'));
  });

  test.each([
    ['usual', 3, ['long', 'case of long', 'a', 'b']],
    ['tentative', 3, ['long', 'case of long', 'a', 'b']],
    ['tentative', 2, ['long', 'a', 'b', 'case of long']],
  ] as const)(
    'run further cases before shorter trials begin: %s ones with a length of %i',
    async (kind, length, expected) => {
      const begun: string[] = [];
      const estimateCost = (id: string) => (id === 'long' ? length : 1);
      const options = { rules, concurrency: 2, collections: [], estimateCost };
      await runAll([trial('a'), trial('long'), trial('b')], options, async ({ rule }, place) => {
        begun.push(rule);
        if (rule !== 'long') return new Promise<void>((resolve) => setImmediate(resolve));
        let left = 1;
        place.offer(() => {
          if (left === 0) return undefined;
          left -= 1;
          begun.push('case of long');
          return Promise.resolve();
        }, kind);
        while (left > 0) await new Promise(setImmediate);
        place.withdraw();
      });
      expect(begun).toEqual(expected);
    },
  );
});

describe('trials that only read', () => {
  const apart = operation('view', 'GET /status', others);
  const reading = trial('reading', { touches: 'reads', watches: 'list' }, apart);

  test.each<[string, Trial[], number, string[]]>([
    ['begin first at an address that no other trial uses', [], 8, ['reading', 'own', 'more']],
    ['begin as usual where other trials use it', [trial('far', {}, others)], 8, ['own', 'more', 'far', 'reading']],
    ['begin as usual where one case runs at a time', [], 1, ['own', 'more', 'reading']],
  ])('%s', async (_, all, concurrency, expected) => {
    const trials = [trial('own'), trial('more'), ...all, reading];
    expect((await observe(trials, concurrency)).begun).toEqual(expected);
  });

  test('and others that write there begin as usual', async () => {
    const writing = trial('writing', { watches: 'list' }, apart);
    expect((await observe([trial('own'), writing], 8)).begun).toEqual(['own', 'writing']);
  });

  test('in a collection begin as if they had to create what they read', async () => {
    const trials = [trial('long'), trial('longer'), trial('reader', { touches: 'reads' })];
    const { begun } = await observe(trials, 8, new Set(), { long: 8, longer: 10, reader: 1 });
    expect(begun).toEqual(['longer', 'reader', 'long']);
  });
});

test('ends the schedule after an internal error', async () => {
  await expect(
    runAll([trial('a'), trial('b')], { rules, concurrency: 1, collections: [] }, () =>
      Promise.reject(new Error('broken')),
    ),
  ).rejects.toThrow('broken');
});

test('runs one trial at a time on a solitary collection, in parallel with others', async () => {
  const trials = [trial('a'), trial('b'), trial('c', {}, others), trial('d', {}, others)];
  const alone = await observe(trials, 4, new Set(['things']));
  expect(alone.beside('a')).not.toContain('b');
  expect(alone.beside('c')).toContain('d');
});
