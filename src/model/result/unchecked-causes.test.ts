import { describe, expect, test } from 'vitest';
import type { CreationReach } from './reach.js';
import { createTestResult } from './report.fixture.js';
import type { Result } from './report.js';
import { groupByCause, simplifyReason } from './unchecked-causes.js';

const undecided = (subject: string, why: string, parts: Partial<Result> = {}) =>
  createTestResult({ subject, why, verdict: 'inconclusive', cause: 'setup', ...parts });
const bookings: CreationReach = {
  collection: 'bookings',
  path: '/bookings',
  created: 0,
  refusal: 'POST /bookings → 422 `code: must be a string`',
  add: 'resources: [{ collection: /bookings }]',
};

function group(results: readonly Result[], creations: readonly CreationReach[] = []) {
  const rules = { checked: 1, of: 1 };
  const reach = { rules, cases: { decided: 1, undecided: 0, reasons: [] }, creations };
  return groupByCause(results, { results, reach }).map(({ results: { length }, ...cause }) => ({ ...cause, length }));
}

describe('results are one cause', () => {
  test('where a collection has no item, whatever the reasons say, and wherever that is missed', () => {
    const results = [
      undecided('bookings', 'the service answered the creation with 422 (exchange 3): {"trace":"t-1"}'),
      undecided('GET /bookings/{id}', 'no item of bookings could be created'),
      undecided('bookings/cancellation', 'no item can be created in the parent collection bookings'),
      undecided('notes', 'no more items are created in bookings: the service refused all 100 creations'),
      undecided('service', 'POST is not sent to bookings: the service answered the creation with 422 (exchange 9): {}'),
    ];
    expect(group(results, [bookings])).toEqual([
      {
        about: 'bookings',
        why: 'no item could be created (POST /bookings → 422 `code: must be a string`)',
        add: bookings.add,
        isLost: true,
        length: 5,
      },
    ]);
  });

  test('where the same limit ended them or kept them from beginning', () => {
    const limit = 'the budget of 500 requests is used up (limits.maxRequests, --max-requests)';
    const results = [
      undecided('a', `the trial did not start: ${limit}`, { cause: 'budget' }),
      undecided('b', limit, { cause: 'budget' }),
      undecided('b', `the survey is incomplete: ${limit}`, { cause: 'budget' }),
      undecided('b', '200 items exist, which is the limit (limits.maxLive, --max-live)', { cause: 'budget' }),
    ];
    expect(group(results)).toEqual([
      { about: 'budget', why: limit, isLost: true, length: 3 },
      expect.objectContaining({ about: 'budget', length: 1 }),
    ]);
  });

  test('where the words of the service differ in numbers only; the words are kept', () => {
    const results = [7, 8].map((n) =>
      undecided('orders', `the service answered the creation with 422 (exchange ${n}): customer ${n} is unknown`),
    );
    expect(group(results)).toEqual([
      { why: 'the service answered the creation with 422: customer 7 is unknown', isLost: true, length: 2 },
    ]);
  });

  test('where the creation was not answered, although items were created before', () => {
    const why = 'POST /bookings repeatedly returned 503, also after waiting';
    const results = [
      undecided('bookings', why, { cause: 'no-answer' }),
      undecided('notes', 'GET /notes repeatedly returned 503', { cause: 'no-answer' }),
    ];
    const made = [{ collection: 'bookings', path: '/bookings', created: 3 }];
    expect(group(results, made).map(({ isLost }) => isLost)).toEqual([true, false]);
  });

  test('but what the run does not send on purpose is no loss, whatever its words are', () => {
    const results = [
      'POST is not sent: the profile declares create: false for bookings',
      'PUT /create/7 is not sent: the plan leaves this operation out',
    ].map((why) => undecided('bookings', why));
    expect(group(results).map(({ isLost }) => isLost)).toEqual([false, false]);
  });

  test('where writes are not sent: checks that lack an item because of it are among them', () => {
    const withheld = { verdict: 'not-run', cause: 'permission', enable: '--allow-effects "POST /a"' } as const;
    const results = [
      undecided('emails', 'the path suggests effects', withheld),
      undecided('webhooks', 'the path suggests effects', withheld),
      undecided('emails', 'emails lists no items'),
      undecided('orders', 'it writes', { ...withheld, enable: '--permit writes' }),
    ];
    expect(group(results)).toEqual([
      {
        about: 'emails, webhooks',
        why: 'the path suggests effects',
        enable: '--allow-effects "POST /a"',
        isLost: true,
        length: 3,
      },
      { why: 'it writes', enable: '--permit writes', isLost: false, length: 1 },
    ]);
  });

  test('where one key would enable them: the most frequent reason is named', () => {
    const need = (why: string) => undecided('a', why, { verdict: 'not-applicable', cause: 'need', enable: 'links' });
    expect(group([need('rare'), need('usual'), need('usual')])).toEqual([
      { why: 'usual', enable: 'links', isLost: false, length: 3 },
    ]);
  });
});

test('other reasons are causes of their own, most results first', () => {
  const results = [
    undecided('a', 'GET has no ETag field', { cause: 'no-usable-case' }),
    ...['a', 'b'].map((subject) => undecided(subject, 'PUT returned 500', { cause: 'no-usable-case' })),
  ];
  expect(group(results).map(({ why, length }) => [why, length])).toEqual([
    ['PUT returned 500', 2],
    ['GET has no ETag field', 1],
  ]);
});

test.each([
  ['the creation returned 422 (exchange 8): {}', 'the creation returned 422'],
  ['the creation returned 422 (exchange 8)', 'the creation returned 422'],
  ['refused with 400 (exchange 8); declare resources[].create', 'refused with 400; declare resources[].create'],
  ['POST (exchange 8): text is\n  required', 'POST: text is required'],
  [
    'POST (exchange 8): {"errors":[{"field":"code","message":"must be a string"}],"trace":"t-171","at":"2024-06-15',
    'POST: must be a string',
  ],
  ['PUT /orders/17/lines/5f0c1d2e returned 409', 'PUT /orders/…/lines/… returned 409'],
  [
    'the creation in exchange 5 returned an item that existed before',
    'the creation returned an item that existed before',
  ],
  [`POST (exchange 8): ${'word '.repeat(100)}`, `POST: ${'word '.repeat(28).slice(0, 139)}…`],
])('%j is simplified', (why, simple) => expect(simplifyReason(why)).toBe(simple));
