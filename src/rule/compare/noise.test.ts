import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import {
  detectNoise,
  findNewChanges,
  findReadEffects,
  findVaryingPointers,
  generalizePointer,
  listLeaves,
} from './noise.js';

const never = () => false;
/** `count` reads of one item, each from the number of the read. */
const reads = (count: number, show: (read: number) => Json): Json[] =>
  Array.from({ length: count }, (_, i) => ({ id: 'x', value: show(i + 1) }));
const clock = (second: number) => new Date(1_700_000_000_000 + second * 1000).toISOString();
let nonce = 0;

describe('noise', () => {
  const learn = (idle: (read: number) => Json, many: (read: number) => Json) =>
    detectNoise({ idle: reads(2, idle), many: reads(4, many) });

  test('includes a clock that does not advance during quick reads', () => {
    expect(
      learn(
        (read) => clock(read * 2),
        () => clock(9),
      ),
    ).toEqual(['/value']);
  });

  test('includes a value that is new in every response', () => {
    expect(
      learn(
        () => `n${++nonce}`,
        () => `n${++nonce}`,
      ),
    ).toEqual(['/value']);
  });

  test('includes a number that changes only with time', () => {
    expect(
      learn(
        (read) => 10 + read,
        () => 15,
      ),
    ).toEqual(['/value']);
  });

  test('excludes a counter of reads', () => {
    expect(
      learn(
        (read) => read,
        (read) => read,
      ),
    ).toEqual([]);
  });

  test('excludes a flag that the first read sets', () => {
    expect(
      learn(
        (read) => read > 1,
        (read) => read > 1,
      ),
    ).toEqual([]);
  });

  test('excludes members that never changed', () => {
    expect(
      learn(
        () => 'same',
        (read) => read,
      ),
    ).toEqual([]);
  });

  test('excludes the instant of the last read, which is equal in both items at first', () => {
    const idle = [{ lastReadAt: null }, { lastReadAt: clock(2) }];
    const many = [{ lastReadAt: null }, { lastReadAt: clock(3) }, { lastReadAt: clock(3) }];
    expect(detectNoise({ idle, many })).toEqual([]);
  });

  test('excludes the instant of the last read of items created a moment apart', () => {
    const idle = [{ readAt: clock(0) }, { readAt: clock(2) }];
    const many = [{ readAt: clock(0.02) }, { readAt: clock(3) }, { readAt: clock(3.01) }];
    expect(detectNoise({ idle, many })).toEqual([]);
  });

  test('excludes a member that changes only at the third read', () => {
    const late = (read: number) => (read < 3 ? 0 : 1);
    const many = reads(4, late);
    expect(detectNoise({ idle: reads(3, () => 0), many, sent: [{ name: 'a' }] })).toEqual([]);
  });

  test('includes members that flicker during reads, except what the client sent', () => {
    const node = (name: string) => ({ servedBy: name, quantity: 3 });
    const idle = [node('a'), node('a'), node('a')];
    const many = [node('b'), node('a'), { servedBy: 'b', quantity: 4 }, node('b')];
    expect(detectNoise({ idle, many, sent: [{ quantity: 3 }] })).toEqual(['/servedBy']);
    expect(detectNoise({ idle, many })).toEqual([]);
  });

  test('excludes a counter of reads that only the item with more reads has', () => {
    const idle = [{ views: 0 }, { views: 0 }, { views: 0 }];
    const many = [{ views: 0 }, { views: 0 }, { views: 0 }, { views: 1 }];
    expect(detectNoise({ idle, many, sent: [{}] })).toEqual([]);
  });

  test('covers all entries of an array with one pointer', () => {
    const page = (read: number): Json => ({ lines: [{ seen: clock(read) }, { seen: clock(read) }] });
    expect(detectNoise({ idle: [page(1), page(5)], many: [page(9), page(9)] })).toEqual(['/lines/*/seen']);
  });
});

describe('a change by reading', () => {
  const changed = (
    show: (read: number) => Json,
    twin: readonly Json[],
    isNoise: (pointer: string) => boolean = never,
  ) => findReadEffects(reads(5, show), twin, isNoise);
  const twinOf = (show: (read: number) => Json) => reads(2, show);

  test('includes a counter', () => {
    expect(
      changed(
        (read) => read,
        twinOf((read) => read),
      ),
    ).toEqual(['/value']);
  });

  test('includes a counter of items that were read before, whatever their order', () => {
    expect(findReadEffects([{ value: 2 }, { value: 3 }, { value: 1 }], [{ value: 1 }, { value: 2 }], never)).toEqual(
      [],
    );
    const first = [8, 10, 9, 12, 11].map((value) => ({ value }));
    const other = (values: readonly number[]) => values.map((value) => ({ value }));
    expect(findReadEffects(first, other([2, 3]), never)).toEqual(['/value']);
    // It counts requests, time, or only some of the reads.
    expect(findReadEffects(first, other([7, 13]), never)).toEqual([]);
    expect(findReadEffects(first, other([2, 2]), never)).toEqual([]);
    expect(findReadEffects(other([8, 9, 10, 10, 11]), other([2, 3]), never)).toEqual([]);
    expect(findReadEffects(other([8, 9]), other([2, 3]), never)).toEqual([]);
  });

  test('includes a counter that changes only at a threshold', () => {
    expect(
      changed(
        (read) => Math.floor(read / 3),
        twinOf((read) => Math.floor(read / 3)),
      ),
    ).toEqual(['/value']);
  });

  test('includes a flag that is set once', () => {
    expect(
      changed(
        (read) => read > 1,
        twinOf((read) => read > 1),
      ),
    ).toEqual(['/value']);
  });

  test('includes the instant of the last read', () => {
    expect(
      changed(
        (read) => (read === 1 ? null : clock(read)),
        twinOf((read) => (read === 1 ? null : clock(7))),
      ),
    ).toEqual(['/value']);
  });

  test('excludes a clock, which changes as much in the item with fewer reads', () => {
    expect(
      changed(
        (read) => read,
        reads(2, (read) => (read === 1 ? 1 : 5)),
      ),
    ).toEqual([]);
  });

  test('excludes a value that is new in every response', () => {
    expect(
      changed(
        () => `n${++nonce}`,
        twinOf(() => `n${++nonce}`),
      ),
    ).toEqual([]);
  });

  test('excludes a value that alternates between two replicas', () => {
    const flicker = (read: number) => (read % 2 === 0 ? 'replica a' : 'replica b');
    expect(changed(flicker, twinOf(flicker))).toEqual([]);
  });

  test('excludes learned and declared noise', () => {
    expect(
      changed(
        (read) => read,
        twinOf((read) => read),
        (pointer) => pointer === '/value',
      ),
    ).toEqual([]);
  });
});

describe('a change in the control item', () => {
  test('counts when the item that was read did not change', () => {
    const twin = [{ quantity: 1 }, { quantity: 2 }];
    expect(findNewChanges([{ quantity: 1 }, { quantity: 1 }], twin, never)).toEqual(['/quantity']);
    expect(findNewChanges([{ quantity: 1 }, { quantity: 3 }], twin, never)).toEqual([]);
    expect(findNewChanges([{ quantity: 1 }, { quantity: 1 }], twin, () => true)).toEqual([]);
  });
});

describe('a change between reads', () => {
  test('counts when both reads before were equal', () => {
    const last = { a: 1, b: 2 };
    expect(findNewChanges([{ a: 1, b: 1 }, last], [last, { a: 2, b: 3 }], never)).toEqual(['/a']);
    expect(findNewChanges([{ a: 1 }, { a: 1 }], [{ a: 1 }, { a: 2 }], (pointer) => pointer === '/a')).toEqual([]);
  });

  test('counts a member that went away', () => {
    const last = { a: 1, b: 1 };
    expect(findNewChanges([last, last], [last, { b: 1 }], never)).toEqual(['/a']);
  });
});

test('lists scalars and empty containers with their pointers', () => {
  expect([...listLeaves({ 'a/b': [1, { c: null }], e: {}, f: [] })]).toEqual([
    ['/a~1b/0', 1],
    ['/a~1b/1/c', null],
    ['/e', {}],
    ['/f', []],
  ]);
  expect(findVaryingPointers([{ a: [] }, { a: [1] }])).toEqual(['/a', '/a/0']);
  expect(generalizePointer('/a1/0/b/12')).toBe('/a1/*/b/*');
});

describe('a volatile member', () => {
  test.each<[string, Json[], string[]]>([
    ['a member that comes and goes', [{ a: 1 }, { a: 1, b: 2 }], ['/b']],
    ['a scalar that becomes a thing', [{ a: 1 }, { a: { b: 2 } }], ['/a', '/a/b']],
    ['a list that is emptied', [{ a: [1] }, { a: [] }], ['/a', '/a/0']],
    ['the last of three', [{ a: 1 }, { a: 1 }, { a: 2 }], ['/a']],
    ['names that every object inherits', [{ a: 1, constructor: 1 }, { a: 1 }], ['/constructor']],
    ['names that are escaped', [{ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }], ['/a~1b/~0']],
    ['nothing at all', [{ a: [1, { b: null }] }, { a: [1, { b: null }] }], []],
  ])('%s', (_, values, pointers) => {
    expect(findVaryingPointers(values).sort()).toEqual(pointers);
  });
});
