import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getAtPointer, type Json, type JsonObject } from '../model/json.js';
import type { Schema } from '../model/service/operation.js';
import { type GenerateOptions, generate } from './generate.js';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

const drawn = (schema: Schema, options: GenerateOptions = {}) =>
  fc.sample(generate(schema, options).valid, { seed: 4, numRuns: 200 }) as JsonObject[];

const patches = (schema: Schema, options: GenerateOptions = {}): JsonObject[] => {
  const { patch } = generate(schema, options);
  return patch ? fc.sample(patch, { seed: 4, numRuns: 200 }) : [];
};

const has = (name: string) => (body: JsonObject) => Object.hasOwn(body, name);

const text: JsonObject = { type: 'string' };

describe('direction', () => {
  const schema: JsonObject = {
    allOf: [
      object({ id: { type: 'integer', readOnly: true }, secret: { ...text, writeOnly: true } }),
      object({ name: text }),
    ],
    required: ['id', 'secret', 'name'],
  };

  test('a request has no read-only members', () => {
    expect(drawn(schema).some(has('id'))).toBe(false);
    expect(drawn(schema).every((body) => has('secret')(body) && has('name')(body))).toBe(true);
  });

  test('a response has no write-only members', () => {
    expect(drawn(schema, { direction: 'response' }).some(has('secret'))).toBe(false);
    expect(drawn(schema, { direction: 'response' }).every(has('id'))).toBe(true);
  });

  test('a member is read-only also when its schema says so by reference', () => {
    const root = { components: { Id: { type: 'integer', readOnly: true } } };
    const byReference = object({ id: { $ref: '#/components/Id' }, name: text }, { required: ['id', 'name'] });
    expect(drawn(byReference, { root }).some(has('id'))).toBe(false);
  });
});

describe('omit', () => {
  const schema = object(
    {
      id: text,
      owner: object({ id: text, name: text }, { required: ['id', 'name'] }),
      lines: {
        type: 'array',
        minItems: 1,
        items: object({ id: text, n: { type: 'integer' } }, { required: ['id', 'n'] }),
      },
    },
    { required: ['id', 'owner', 'lines'] },
  );

  test('removes members, required or not, at any depth', () => {
    const bodies = drawn(schema, { omit: ['/id', '/owner/id', '/lines/0/id'] });
    expect(bodies.some(has('id'))).toBe(false);
    expect(bodies.every((body) => getAtPointer(body, '/owner/name') !== undefined)).toBe(true);
    expect(bodies.some((body) => getAtPointer(body, '/owner/id') !== undefined)).toBe(false);
    expect(bodies.some((body) => JSON.stringify(body.lines).includes('"id"'))).toBe(false);
  });

  test('holds for near misses and patches', () => {
    const { nearMiss } = generate(schema, { omit: ['/id'] });
    const misses = nearMiss ? fc.sample(nearMiss, { seed: 4, numRuns: 300 }) : [];
    expect(misses.length).toBe(300);
    expect(
      misses.some(({ body, pointer }) => getAtPointer(body, '/id') !== undefined || pointer.startsWith('/id')),
    ).toBe(false);
    expect(patches(schema, { omit: ['/id'] }).some(has('id'))).toBe(false);
  });
});

describe('fixed', () => {
  const schema = object({ tenant: { type: 'integer' }, name: text, ref: object({ id: text }) }, { required: ['name'] });
  const fixed = { '/tenant': 'as-it-is', '/ref/id': 'c-1' };

  test('is in every body unchanged', () => {
    const bodies = drawn(schema, { fixed });
    expect(new Set(bodies.map(({ tenant }) => tenant))).toEqual(new Set(['as-it-is']));
    expect(new Set(bodies.map((body) => getAtPointer(body, '/ref/id')))).toEqual(new Set(['c-1']));
    expect(new Set(bodies.map(({ name }) => name)).size).toBeGreaterThan(50);
  });

  test('is neither violated nor patched', () => {
    const { nearMiss } = generate(schema, { fixed });
    const misses = nearMiss ? fc.sample(nearMiss, { seed: 4, numRuns: 300 }) : [];
    expect(misses.some(({ pointer }) => pointer.startsWith('/tenant') || pointer.startsWith('/ref/id'))).toBe(false);
    expect(patches(schema, { fixed }).some(has('tenant'))).toBe(false);
    expect(patches(schema, { fixed }).length).toBe(200);
  });

  test('chooses the branch that it belongs to', () => {
    const branch = (kind: string) => object({ kind: { const: kind }, [kind]: text }, { required: ['kind', kind] });
    const bodies = drawn({ oneOf: [branch('a'), branch('b')] }, { fixed: { '/kind': 'b' } });
    expect(bodies.every((body) => body.kind === 'b' && has('b')(body))).toBe(true);
  });
});

describe('patches', () => {
  test('change one or more members and never contain null', () => {
    const schema = object({
      a: { type: ['string', 'null'] },
      b: object({ c: { ...text, nullable: true } }),
      d: { const: 1 },
    });
    const some = patches(schema);
    expect(some.every((patch) => Object.keys(patch).length > 0 && !JSON.stringify(patch).includes('null'))).toBe(true);
    expect(some.some(has('a')) && some.some(has('b'))).toBe(true);
    expect(some.some(has('d'))).toBe(false);
  });

  test('change only members that all branches share', () => {
    const branch = (kind: string) =>
      object({ kind: { const: kind }, [kind]: text, note: text }, { required: ['kind'] });
    const some = patches({ oneOf: [branch('a'), branch('b')] });
    expect(new Set(some.flatMap(Object.keys))).toEqual(new Set(['note']));
  });

  test('are absent for a value that is not an object', () => {
    expect(generate({ type: 'integer' }).patch).toBeUndefined();
  });
});

describe('a value that cannot be generated', () => {
  test('ignores an invalid pattern, and uses an example', () => {
    const schema = object({ code: { ...text, pattern: '(?i)^abc$' }, other: text }, { required: ['code'] });
    const example = { code: 'AbC', other: 'x' };
    expect(new Set(drawn(schema, { example }).map(({ code }) => code))).toEqual(new Set(['AbC']));
  });

  test('uses the example with fixed and omitted members when no value satisfies the schema', () => {
    const schema = object({ n: { type: 'integer', minimum: 5, maximum: 1 } }, { required: ['n'] });
    const made = generate(schema, { example: { n: 1, id: 2 }, omit: ['/id'], fixed: { '/t': 'x' } });
    expect(fc.sample(made.valid, 1)).toEqual([{ n: 1, t: 'x' }]);
    expect(made.nearMiss).toBeUndefined();
  });

  test('ignores a reference without a target', () => {
    const schema = object({ a: { $ref: '#/components/schemas/Gone' } }, { required: ['a'] });
    expect(drawn(schema).every(has('a'))).toBe(true);
  });

  test('ends for schemas that contain or refer to themselves', () => {
    const loop: JsonObject = { $ref: '#/$defs/Loop' };
    const $defs = { Loop: { allOf: [loop, object({ next: loop, a: text }, { required: ['a'] })] } };
    expect(drawn({ $ref: '#/$defs/Loop', $defs }).every(has('a'))).toBe(true);
    const endless = {
      $ref: '#/$defs/E',
      $defs: { E: object({ next: { $ref: '#/$defs/E' } }, { required: ['next'] }) },
    };
    expect(fc.sample(generate(endless).valid, 1)).toEqual([{}]);
  });
});

test('adds the mapped names of a discriminator when its branches have no constants', () => {
  const kinds = {
    Cat: object({ kind: text, a: { type: 'integer' } }),
    Dog: object({ kind: text, b: { type: 'integer' } }),
  };
  const root = { components: { schemas: kinds } } as unknown as Json;
  const refs = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const discriminator = { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } };
  const bodies = drawn({ oneOf: refs, discriminator }, { root });
  expect(new Set(bodies.map(({ kind }) => kind))).toEqual(new Set(['feline', 'Dog']));
  expect(bodies.some((body) => body.kind === 'feline' && has('b')(body))).toBe(false);
});

test('generated text has no control characters and no white space at its ends', () => {
  const texts: JsonObject = {
    a: text,
    b: { ...text, pattern: '^[^@]{1,30}$' },
    c: { ...text, pattern: '^.\\s.$' },
    d: { ...text, pattern: '\\s' },
  };
  const all = drawn(object(texts)).flatMap((body) => Object.values(body) as string[]);
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter((value) => /\p{Cc}|\p{Cs}/u.test(value) || value !== value.trim())).toEqual([]);
});
