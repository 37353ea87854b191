import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import { generateChosenId, generateUniqueValue, listMemberSchemas } from './unique-values.js';

const document: Json = { parts: { code: { type: 'string', pattern: '^[0-9]{13}$' } } };

describe('a member is found', () => {
  test.each<[string, Json]>([
    ['in the schema itself', { properties: { code: { maxLength: 4 } } }],
    ['in a part of it', { allOf: [{ title: 'x' }, { properties: { code: { maxLength: 4 } } }] }],
    ['behind a reference', { $ref: '#/whole' }],
  ])('%s', (_, schema) => {
    const whole = { whole: { properties: { code: { maxLength: 4 } } } };
    expect(listMemberSchemas(schema, whole, '/code')).toEqual([{ maxLength: 4 }]);
  });

  test('and so are its references', () => {
    const schema = { properties: { code: { $ref: '#/parts/code' } } };
    expect(listMemberSchemas(schema, document, '/code')).toContainEqual({ type: 'string', pattern: '^[0-9]{13}$' });
  });

  test('but not in endless cycles', () => {
    expect(listMemberSchemas({ $ref: '#/loop' }, { loop: { $ref: '#/loop' } }, '/code')).toEqual([]);
  });
});

describe('a unique value', () => {
  test('is a recognizable text if the schema allows it', () => {
    expect(generateUniqueValue('drawn', 'w', '/code', [{ maxLength: 60 }])).toBe('assay-w');
    expect(generateUniqueValue('a@b.cd', 'w', '/contact/email', [{ format: 'email' }])).toBe('assay-w@example.com');
  });

  test.each<[string, string, object]>([
    ['a pattern', '9783161484100', { pattern: '^[0-9]{13}$' }],
    ['a short length', 'Ab1', { maxLength: 3 }],
    [
      'a pattern with literal parts',
      'ab12@shop.example.com',
      { pattern: '^[a-z0-9]+@shop\\.example\\.com$', maxLength: 21 },
    ],
    ['a format', '0f3e2d1c-aaaa-4bbb-8ccc-123456789abc', { format: 'uuid' }],
  ])('keeps the format of the generated value under %s', (_, drawn, member) => {
    const values = Array.from({ length: 5 }, () => generateUniqueValue(drawn, 'word', '/code', [member as never]));
    expect(new Set([...values, drawn]).size).toBeGreaterThan(3);
    for (const value of values) expect(String(value)).toHaveLength(drawn.length);
  });

  test('keeps the version and the variant of a UUID', () => {
    const values = Array.from({ length: 20 }, () =>
      String(generateUniqueValue('0f3e2d1c-aaaa-4bbb-8ccc-123456789abc', 'w', '/id', [{ format: 'uuid' }])),
    );
    expect(new Set(values).size).toBe(20);
    expect(values.filter((one) => !/^.{14}4.{4}8/.test(one))).toEqual([]);
  });

  test('is no text that is empty, or too short to be the only one', () => {
    expect(generateUniqueValue('', 'abcdefghijkl', '/serial', [{ maxLength: 8 }])).toBe('abcdefgh');
    expect(generateUniqueValue('x', 'abcdefghijkl', '/serial', [{ maxLength: 7 }])).toBe('abcdef');
  });

  test('keeps the generated value if no other is allowed', () => {
    expect(generateUniqueValue('only', 'w', '/code', [{ pattern: '^only$' }])).toBe('only');
  });

  test.each<[string, Json, object]>([
    ['another type', true, { type: 'boolean' }],
    ['an enumeration', 'red', { enum: ['red', 'green'] }],
    ['a list of numbers', 5, { enum: [5, 7] }],
    ['null without a text', null, { type: ['integer', 'null'] }],
  ])('is the generated value where the schema has %s', (_, drawn, member) => {
    expect(generateUniqueValue(drawn, 'w', '/code', [member as never])).toBe(drawn);
  });

  test('is a multiple where the schema asks for one, and is not at an excluded limit', () => {
    const values = Array.from({ length: 20 }, () =>
      Number(generateUniqueValue(50, 'w', '/number', [{ minimum: 10, maximum: 90, multipleOf: 10 }])),
    );
    for (const value of values) expect([value % 10, value > 10, value < 90]).toEqual([0, true, true]);
  });

  test('is a number if a number was generated', () => {
    expect(generateUniqueValue(5, 'w', '/number', [])).toBeGreaterThanOrEqual(1_000_000);
  });

  test('is a number that the schema allows', () => {
    const values = Array.from({ length: 20 }, () =>
      Number(generateUniqueValue(5, 'w', '/number', [{ minimum: 10, maximum: 99 }])),
    );
    for (const value of values) expect([value >= 10, value <= 99]).toEqual([true, true]);
    expect(new Set(values).size).toBeGreaterThan(5);
  });
});

describe('an id that the client chooses has the format of', () => {
  const uuid = '0f3e2d1c-aaaa-7bbb-accc-123456789abc';
  const choose = (standing: readonly string[], idSchema: object) =>
    generateChosenId(
      { id: { pointer: '/id' }, standing, creation: { path: '/a/{id}', idSchema } } as never,
      'word1234',
    );
  const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

  test.each<[string, readonly string[], object, RegExp]>([
    ['an existing one', [uuid], { type: 'string' }, uuidPattern],
    ['the example of its schema', [], { type: 'string', example: uuid }, uuidPattern],
    ['an existing one rather than the example', ['12'], { example: uuid }, /^\d+$/],
    ['a number in an example', [], { example: '41' }, /^\d+$/],
    ['the pattern of its schema', [], { type: 'string', pattern: uuidPattern.source }, uuidPattern],
    ['any text where nothing is shown', [], {}, /^assay-/],
  ])('%s', (_, standing, idSchema, format) => {
    expect(String(choose(standing, idSchema))).toMatch(format);
  });
});
