import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getAtPointer, type Json, type JsonObject } from '../model/json.js';
import type { NearMiss } from '../rule/values/bodies.js';
import { setCaseIndex } from '../rule/values/generators.js';
import { generate } from './generate.js';

/** Draws the case of a trial that has this number. */
class Case<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly source: fc.Arbitrary<T>,
    private readonly index: number,
  ) {
    super();
  }
  generate(random: fc.Random, bias: number | undefined) {
    setCaseIndex(random, this.index);
    return this.source.generate(random, bias);
  }
  canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }
  shrink() {
    return fc.Stream.nil<fc.Value<T>>();
  }
}

const cases = <T>(source: fc.Arbitrary<T>, count: number): T[] =>
  Array.from({ length: count }, (_, index) => fc.sample(new Case(source, index), { seed: index, numRuns: 1 })).flat();

const nearMisses = (schema: JsonObject, count: number): NearMiss[] =>
  cases(generate(schema).nearMiss ?? fc.constant({ body: null, pointer: 'none', keyword: 'none' }), count);

const describeValue = ({ body, pointer, keyword }: NearMiss): string =>
  `${pointer} ${keyword} ${String(getAtPointer(body, pointer) ?? 'absent')}`;

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('the first five cases', () => {
  const schema = object(
    {
      count: { type: 'integer', minimum: -3, maximum: 17 },
      price: { type: 'number', exclusiveMinimum: 0, maximum: 99.5 },
      text: { type: 'string', minLength: 2, maxLength: 40 },
      list: { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 7 },
      note: { type: 'string' },
    },
    { required: ['count', 'price', 'text', 'list'] },
  );
  const drawn = cases(generate(schema).valid, 5) as {
    count: number;
    price: number;
    text: string;
    list: Json[];
    note?: string;
  }[];

  test('include both ends of every range', () => {
    expect(drawn.map(({ count }) => count)).toEqual(expect.arrayContaining([-3, 17]));
    expect(drawn.map(({ price }) => price)).toEqual(expect.arrayContaining([0.01, 99.5]));
    expect(drawn.map(({ text }) => text.length)).toEqual(expect.arrayContaining([2, 40]));
    expect(drawn.map(({ list }) => list.length)).toEqual(expect.arrayContaining([1, 7]));
  });

  test('have and omit optional members', () => {
    expect(new Set(drawn.map(({ note }) => note === undefined))).toEqual(new Set([true, false]));
    expect(drawn.map(({ note }) => note)).toContain('');
  });

  test('contain unusual characters and decimals', () => {
    expect(drawn.some(({ text }) => /\p{M}/u.test(text) && /[^\p{ASCII}]/u.test(text))).toBe(true);
    expect(drawn.some(({ price }) => /\.\d{6,}/.test(String(price)))).toBe(true);
  });

  test('contain every listed value and every branch', () => {
    const choices: JsonObject = { oneOf: [{ const: 'a' }, { type: 'integer' }, { type: 'boolean' }] };
    const several = cases(generate(object({ of: { enum: [1, 2, 3, 4, 5] }, choices })).valid, 5) as JsonObject[];
    expect(new Set(several.map(({ of }) => of).filter(Boolean)).size).toBe(4);
    expect(new Set(several.map((body) => typeof body.choices)).size).toBe(4);
  });

  test('contain null', () => {
    const optional = object({
      at: { type: 'string', format: 'date', nullable: true },
      n: { type: ['integer', 'null'] },
    });
    const required = { ...optional, required: ['at'] };
    expect((cases(generate(optional).valid, 5) as JsonObject[]).some(({ n }) => n === null)).toBe(true);
    expect((cases(generate(required).valid, 5) as JsonObject[]).some(({ at }) => at === null)).toBe(true);
  });
});

describe('points in time', () => {
  const time = (format: string): JsonObject => ({ type: 'string', format });
  const schema = object(
    { until: time('date'), starts: time('date-time'), since: time('date'), to: time('date'), ends: time('date-time') },
    { required: ['until', 'to', 'starts', 'ends'] },
  );

  test('are in the order of their members, for those of one kind', () => {
    for (const body of cases(generate(schema).valid, 40) as JsonObject[]) {
      expect(String(body.until) < String(body.to)).toBe(true);
      expect(String(body.starts) < String(body.ends)).toBe(true);
      // A name can say that a date is in the past.
      if (typeof body.since === 'string') expect(body.since < '2010').toBe(true);
      for (const text of Object.values(body)) expect(Number.isNaN(Date.parse(String(text)))).toBe(false);
    }
  });
});

describe('near misses', () => {
  const rich = object(
    {
      id: { type: 'string', format: 'uuid' },
      code: { type: 'string', minLength: 2, maxLength: 9, pattern: '^[a-z]+$' },
      kind: { enum: ['a', 'b'] },
      fixed: { const: 1 },
      count: { type: 'integer', minimum: 5, maximum: 50, multipleOf: 5 },
      ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3, uniqueItems: true },
    },
    { required: ['code'], additionalProperties: false },
  );

  test('break every constraint within the first cases', () => {
    const met = new Set(nearMisses(rich, 40).map(({ pointer, keyword }) => `${pointer} ${keyword}`));
    const texts = ['/id format', '/code minLength', '/code maxLength', '/code pattern', '/kind enum', '/fixed const'];
    const numbers = ['minimum', 'maximum', 'multipleOf', 'type'].map((keyword) => `/count ${keyword}`);
    const open = ['/ratio exclusiveMinimum', '/ratio exclusiveMaximum'];
    const lists = ['minItems', 'maxItems', 'uniqueItems'].map((keyword) => `/tags ${keyword}`);
    const others = ['/code required', '/unexpectedMember additionalProperties', '/tags/0 type', ' type'];
    expect([...met]).toEqual(expect.arrayContaining([...texts, ...numbers, ...open, ...lists, ...others]));
  });

  test('are next to the limits', () => {
    const misses = nearMisses(object({ n: { type: 'integer', minimum: 5, maximum: 50 } }), 30);
    const ends = misses.filter(({ keyword }) => keyword.endsWith('imum')).map(({ body }) => (body as JsonObject).n);
    expect(new Set(ends)).toEqual(new Set([4, 51]));
  });

  test('contain null only where it is not allowed', () => {
    const schema = object({ a: { type: 'string' }, b: { type: 'string', nullable: true } });
    const nulls = nearMisses(schema, 60).flatMap(({ body, pointer, keyword }) =>
      keyword === 'type' && pointer !== '' && getAtPointer(body, pointer) === null ? [pointer] : [],
    );
    expect(new Set(nulls)).toEqual(new Set(['/a']));
  });

  test('include members and items of branches', () => {
    const branch = (kind: string, more: JsonObject) =>
      object({ kind: { const: kind }, ...more }, { required: ['kind'] });
    const list: JsonObject = { type: 'array', items: object({ n: { type: 'integer', maximum: 9 } }), minItems: 1 };
    const schema = object({ of: { oneOf: [branch('a', { list }), branch('b', { text: { type: 'string' } })] } });
    const met = new Set(nearMisses(schema, 40).map(({ pointer, keyword }) => `${pointer} ${keyword}`));
    const wanted = ['/of/list/0/n maximum', '/of/list minItems', '/of/text type', '/of/kind required'];
    expect([...met]).toEqual(expect.arrayContaining(wanted));
  });

  test('of a form are invalid however its texts are read', () => {
    const schema = object(
      {
        ...{ name: { type: 'string' }, count: { type: 'integer' }, flag: { type: 'boolean' }, tags: { type: 'array' } },
        place: object({ city: { type: 'string' } }, { required: ['city'] }),
      },
      { required: ['name'] },
    );
    const { nearMiss } = generate(schema, { isForm: true });
    const met = new Set(cases(nearMiss as fc.Arbitrary<NearMiss>, 60).map((miss) => describeValue(miss)));
    expect(met).toContain('/name required absent');
    expect(met).toContain('/count type text');
    expect(met).toContain('/count type 1.5');
    expect(met).toContain('/flag type 12345');
    // What would be right as text, as a number, as a flag or as absent.
    for (const valid of ['/name type 12345', '/name type absent', '/count type ', '/flag type true'])
      expect(met).not.toContain(valid);
    expect([...met].filter((one) => /^( |\/tags|\/place\/)/.test(one))).toEqual([]);
  });

  test('are absent when no constraint can be violated', () => {
    expect(generate(true).nearMiss).toBeUndefined();
  });
});

describe('shrinking', () => {
  test('ends at the simplest value', () => {
    const schema = object(
      { text: { type: 'string', minLength: 1 }, n: { type: 'integer', minimum: 3 }, list: { type: 'array' }, x: {} },
      { required: ['text', 'n', 'list'] },
    );
    const { valid } = generate(schema);
    const found = fc.check(
      fc.property(valid, () => false),
      { seed: 1 },
    );
    expect(found.counterexample).toEqual([{ text: 'a', n: 3, list: [] }]);
  });
});

const thing = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } } as const;
const createDocument = () => ({
  components: { schemas: { One: thing, Other: { ...thing }, Page: { type: 'array' } } },
});
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('equal schemas of one document share their generators', () => {
  const root = createDocument();
  const [one, other, page] = ['One', 'Other', 'Page'].map((name) => generate(refer(name), { root }));
  expect(other?.valid).toBe(one?.valid);
  expect(other?.nearMiss).toBe(one?.nearMiss);
  expect(other?.patch).toBe(one?.patch);
  expect(page?.valid).not.toBe(one?.valid);
});

test('a filter of near misses is not shared', () => {
  const root = createDocument();
  const draw = (mayBreak?: () => boolean) => {
    const { nearMiss } = generate(refer('One'), { root, mayBreak });
    return nearMiss && fc.sample(nearMiss, { seed: 1, numRuns: 3 });
  };
  expect(draw()).toHaveLength(3);
  expect(draw(() => false)).toBeUndefined();
  expect(draw()).toHaveLength(3);
});

test('what is generated does not depend on what was generated before', () => {
  const sample = (root: ReturnType<typeof createDocument>, name: string) => {
    const { valid, nearMiss, patch } = generate(refer(name), { root });
    return [valid, nearMiss, patch].map((source) => source && fc.sample<unknown>(source, { seed: 7, numRuns: 20 }));
  };
  const shared = createDocument();
  sample(shared, 'One');
  expect(sample(shared, 'Other')).toEqual(sample(createDocument(), 'Other'));
});

test('without a valid value, the example is sent, or a guess', () => {
  const root = { components: { schemas: { Never: { type: 'object', required: ['a'], properties: { a: false } } } } };
  expect(fc.sample(generate(refer('Never'), { root }).valid, 1)).toEqual([{}]);
  expect(fc.sample(generate(refer('Never'), { root, example: { a: 1 } }).valid, 1)).toEqual([{ a: 1 }]);
});
