import { describe, expect, test } from 'vitest';
import type { CreationReach, Reach } from '../../model/result/reach.js';
import { createTestReport, createTestResult } from '../../model/result/report.fixture.js';
import type { Report, Result } from '../../model/result/report.js';
import { addGaps, isIncomplete } from './incomplete.js';
import { computeReach } from './reach.js';

const passed = { open: true, reasons: [], exit: 0 } as const;
const held = (rule: string, parts: Partial<Result> = {}) => createTestResult({ rule, subject: 'orders', ...parts });
const lost = (rule: string, parts: Partial<Result> = {}) =>
  held(rule, { verdict: 'inconclusive', cause: 'setup', why: 'the creation returned 422 (exchange 4): no', ...parts });
const bookings: CreationReach = {
  collection: 'bookings',
  path: '/bookings',
  created: 0,
  refusal: 'POST /bookings → 422 `code: must be a string`',
  add: 'resources: [{ collection: /bookings, create: { example: {"code":"…"} } }]',
};
const orders: CreationReach = { collection: 'orders', path: '/orders', created: 3 };

function decide(results: readonly Result[], creations?: Reach['creations'], run: Partial<Report['run']> = {}) {
  const report = createTestReport({ results, reach: computeReach(results, undefined, creations) });
  return addGaps({ ...report, run: { ...report.run, ...run }, gate: passed });
}

describe('a run is incomplete', () => {
  test('where no collection that offers creation got an item, and says what to add', () => {
    const gate = decide([held('a'), held('b'), held('c'), held('d'), lost('e', { subject: 'bookings' })], [bookings]);
    expect(gate).toMatchObject({ open: false, exit: 5 });
    expect(gate.reasons).toEqual([
      'incomplete: bookings: no item could be created (POST /bookings → 422 `code: must be a string`): 1 of 5 checks. ' +
        'Add to assay.yaml: resources: [{ collection: /bookings, create: { example: {"code":"…"} } }]',
    ]);
  });

  test('where one that the user named got none', () => {
    const results = [held('a'), held('b'), held('c'), held('d'), lost('e', { subject: 'bookings' })];
    expect(decide(results, [orders, { ...bookings, isNamed: true }]).exit).toBe(5);
    expect(decide(results, [orders, bookings])).toMatchObject({ exit: 0, open: true, gaps: [{ about: 'bookings' }] });
  });

  test('where more than a third ended for lack of an item, of requests or of time', () => {
    const budget = { cause: 'budget', why: 'the trial did not start: the time limit of 5 s is reached' } as const;
    expect(decide([held('a'), held('b'), lost('c'), lost('d', budget)]).exit).toBe(5);
    expect(decide([held('a'), held('b'), lost('c', budget)]).exit).toBe(0);
    const early = decide([held('a'), lost('c', budget)], undefined, { endedEarly: 'the time limit of 5 s is reached' });
    expect(early.reasons).toEqual(['incomplete: the time limit of 5 s is reached: 1 of 2 checks']);
  });
});

test('an item that is missing below an item that could not be created, or whose creation got no answer, is one gap', () => {
  const rooms = {
    collection: 'rooms',
    path: '/rooms',
    created: 0,
    refusal: 'POST /rooms got no answer (exchange 7): closed',
  };
  const below = { collection: 'parts', path: '/rooms/{room}/parts', created: 0 };
  const unanswered = { cause: 'no-answer', why: 'POST /rooms got no answer (exchange 9): closed' } as const;
  const { gaps } = decide(
    [lost('a', { subject: 'rooms', ...unanswered }), lost('b', { subject: 'parts' }), lost('c', { subject: 'parts' })],
    [rooms, below],
  );
  expect(gaps).toEqual([
    { about: 'rooms', why: 'no item could be created (POST /rooms got no answer (exchange 7): closed)', checks: 3 },
  ]);
});

test('checks whose creation was refused for lack of rights ended for lack of an item', () => {
  const refused = { cause: 'refused', why: 'the service refused the creation with 403 (exchange 9)' } as const;
  const forbidden = { ...bookings, refusal: 'POST /bookings → 403' };
  const results = [
    held('a'),
    lost('b', { subject: 'bookings', ...refused }),
    lost('c', { subject: 'bookings', ...refused }),
  ];
  const { exit, gaps } = decide(results, [orders, forbidden]);
  expect([exit, gaps?.[0]]).toMatchObject([5, { about: 'bookings', checks: 2 }]);
});

test('a collection in which no item was needed before the budget was used up is no gap of its own', () => {
  const budget = {
    cause: 'budget',
    why: 'the budget of 5 requests is used up (limits.maxRequests, --max-requests)',
  } as const;
  const { gaps } = decide([lost('a', budget), lost('b', budget)], [{ ...orders, created: 0 }]);
  expect(gaps).toEqual([{ about: 'budget', why: budget.why, checks: 2 }]);
});

describe('a run is not incomplete', () => {
  const most = [held('a'), lost('b'), lost('c')];

  test.each<[string, readonly Result[], Reach['creations'], Partial<Report['run']>]>([
    ['for what the user left out', [held('a'), lost('b', { verdict: 'not-run', cause: 'filter' })], [orders], {}],
    [
      'for what --bail ended',
      [held('a'), lost('b', { cause: 'budget', why: 'the trial did not start: 1 violation found (--bail 1)' })],
      [orders],
      {},
    ],
    ['for what it may not send', [held('a'), lost('b', { verdict: 'not-run', cause: 'permission' })], undefined, {}],
    [
      'for rules that cannot fail it',
      [held('a'), lost('b', { level: 'SHOULD' }), lost('c', { family: 'http' })],
      [],
      {},
    ],
    [
      'for other reasons than a lack',
      [held('a'), lost('b', { cause: 'noise' }), lost('c', { cause: 'noise' })],
      [],
      {},
    ],
    [
      'for a collection whose writes are not sent',
      [
        held('a'),
        lost('b', { subject: 'emails', why: 'emails lists no items' }),
        lost('c', { subject: 'emails', verdict: 'not-run', cause: 'permission', enable: 'resources[].create' }),
      ],
      undefined,
      {},
    ],
    ['where nothing offers creation', [held('a'), held('b')], [], {}],
    ['for a collection that no check is about', [held('a')], [{ collection: 'x', path: '/x', created: 0 }], {}],
    ['as one of several shards', most, [bookings], { shard: { index: 1, total: 2, planDigest: '' } }],
  ])('%s', (_, results, creations, run) => {
    expect(decide(results, creations, run)).toMatchObject(passed);
  });

  test('for what the user accepts, until that day', () => {
    const results = [held('a'), ...['b', 'c'].map((rule) => lost(rule, { subject: 'bookings' }))];
    const gap = { collection: 'bookings', reason: 'the billing job creates them', where: 'assay.yaml:1:1' };
    const accept = (until?: string) =>
      decide(results, [bookings], { acceptedGaps: [{ ...gap, ...(until && { until }) }] });
    expect(accept()).toMatchObject({ exit: 0, gaps: [{ about: 'bookings', accepted: gap.reason }] });
    expect(accept('2999-01-01').exit).toBe(0);
    expect(accept('2000-01-01')).toMatchObject({
      exit: 5,
      reasons: [
        expect.stringMatching(/^incomplete: /),
        'assay.yaml:1:1: bookings is not accepted any more: its day was 2000-01-01',
      ],
    });
    const misspelt = decide(results, [bookings], { acceptedGaps: [{ ...gap, collection: 'bokings' }] });
    expect(misspelt.reasons.at(-1)).toBe('assay.yaml:1:1: bokings accepts nothing: the gaps are bookings');
    const unneeded = decide([held('a')], [], { acceptedGaps: [gap] });
    expect(unneeded).toMatchObject(passed);
  });
});

test('a failed rule keeps exit 1, and reports the gap', () => {
  const results = [held('a', { verdict: 'violated' }), lost('b'), lost('c')];
  const report = createTestReport({ results, reach: computeReach(results, undefined) });
  const gate = addGaps({ ...report, gate: { open: false, reasons: ['violated MUST: a'], exit: 1 } });
  expect(gate).toMatchObject({ exit: 1, reasons: ['violated MUST: a', expect.stringMatching(/^incomplete: /)] });
  expect(isIncomplete(report)).toBe(true);
});

test('too little is checked where fewer rules are decided than required, but not in a shard', () => {
  const results = [held('a'), held('b')];
  const report = createTestReport({ results, reach: computeReach(results, 10) });
  expect(addGaps({ ...report, gate: passed })).toMatchObject({ open: false, exit: 5 });
  const shard = { index: 1, total: 2, planDigest: '' };
  expect(addGaps({ ...report, gate: passed, run: { ...report.run, shard } })).toEqual(passed);
});
