import { describe, expect, test } from 'vitest';
import type { ClientRequest } from '../../http/exchange.js';
import type { Json, JsonObject } from '../../model/json.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Route } from '../passive/route-table.js';
import { EarnedContent, isInvalidObject, readSentContent } from './earned-content.js';

/** A creation with content of a schema. */
const buildOperation = (schema: JsonObject): Operation => ({
  ...{ method: 'POST', path: '/things', provenance: 'described', statuses: [], parameters: [] },
  request: { mediaType: 'application/json', schema },
});

const collection: Collection = {
  ...createBareCollection('things'),
  create: buildOperation({ type: 'object', properties: { wrong: { type: 'string' } } }),
  semanticInvalid: [{ until: 'yesterday' }],
};
const list: Route = { template: '/things', kind: 'collection', collection: 'things' };

const open = () => new EarnedContent(undefined);

/** The cause for which a POST is not sent; undefined where it is. */
function findRefusal(earned: EarnedContent, content: string, more: Partial<ClientRequest> = {}): string | undefined {
  const request = { method: 'POST', path: '/things', trial: 'a/rule@things', content, ...more } as ClientRequest;
  try {
    earned.require(request, list, readSentContent(request), collection);
    return undefined;
  } catch (error) {
    if (error instanceof InconclusiveError) return error.reason;
    throw error;
  }
}

describe('content is earned', () => {
  test('from the mildest on, and a check learns what it wanted', () => {
    const earned = open();
    expect(findRefusal(earned, '{"name":"a"}')).toBeUndefined();
    expect(findRefusal(earned, '"text"')).toBe('budget');
    const [wanted] = earned.takeWanted('a/rule@things');
    expect(wanted).toEqual({ collection: 'things', method: 'POST', rung: 'no object' });
    expect(earned.takeWanted('a/rule@things')).toEqual([]);
    expect(wanted && earned.listMissing(wanted)).toEqual(['wrong member', 'missing member', 'no members', 'no object']);
    if (wanted) earned.recordEarned(wanted);
    expect([findRefusal(earned, '"text"'), findRefusal(earned, '{"wrong":1}')]).toEqual([undefined, undefined]);
    expect(findRefusal(earned, '{')).toBe('budget');
  });

  test('for objects, too, where they are not valid or declared as invalid', () => {
    expect(findRefusal(open(), '{"wrong":1}')).toBe('budget');
    expect(findRefusal(open(), '{"until":"yesterday"}')).toBe('budget');
  });

  test('by no check where it could not be tried', () => {
    const earned = open();
    earned.recordFailure(
      { collection: 'things', method: 'POST', rung: 'empty' },
      { cause: 'no-answer', why: 'POST returned 500' },
    );
    expect(findRefusal(earned, '')).toBe('no-answer');
  });

  test('not by what prepares a run', () => {
    expect(findRefusal(open(), '{"wrong":1}', { trial: 'noise@things' })).toBeUndefined();
  });
});

test('what several checks want at the same time is earned once', async () => {
  const earned = open();
  const wanted = { collection: 'things', method: 'POST', rung: 'empty' } as const;
  let times = 0;
  const go = async () => {
    times += 1;
    earned.recordEarned(wanted);
  };
  await Promise.all([earned.earn(wanted, go), earned.earn(wanted, go), earned.earn(wanted, go)]);
  expect(times).toBe(1);
});

test.each<[string | undefined, string, string]>([
  [undefined, 'application/json', 'empty'],
  [' \r\n', 'application/json', 'empty'],
  ['{"name":"a"}', 'application/json', 'object'],
  ['{}', 'application/json', 'no members'],
  ['"assay"', 'application/json', 'no object'],
  ['null', 'application/json', 'no object'],
  ['{"name":', 'application/json', 'no JSON'],
  ['[]', 'application/json', 'array'],
  ['\uFEFF[{}]', 'application/json', 'array'],
  // A lenient reader may take it for a list.
  ['[[[', 'application/json', 'array'],
  ['[{"op":"add","path":"/name","value":"a"}]', 'application/json-patch+json', 'object'],
  ['[{"op":', 'application/json-patch+json', 'array'],
  ['name=a', 'application/x-www-form-urlencoded', 'object'],
])('%j as %s is %s', (content, type, kind) => {
  expect(readSentContent({ ...(content !== undefined && { content }), headers: { 'Content-Type': type } }).kind).toBe(
    kind,
  );
});

const schema: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { $ref: '#/components/name' },
    size: { type: 'integer', minimum: 0, maximum: 9 },
    kind: { type: 'string', enum: ['a', 'b'] },
    tags: { type: 'array', minItems: 1 },
    note: { type: ['string', 'null'] },
  },
};
const document: Json = { components: { name: { type: 'string', minLength: 1, maxLength: 3 } } };
const operation = buildOperation(schema);
const described = { ...createBareCollection('things'), create: operation, replace: operation, patch: operation };

test.each<[string, Json, boolean]>([
  ['a valid object', { name: 'abc', size: 9, kind: 'a', tags: ['x'], note: null }, false],
  ['a member that nothing describes', { name: 'a', other: 5 }, false],
  ['a missing member', { size: 1 }, true],
  ['another type', { name: 5 }, true],
  ['a text that is too long', { name: 'abcd' }, true],
  ['an empty text', { name: '' }, true],
  ['a number above its limit', { name: 'a', size: 10 }, true],
  ['a fraction for an integer', { name: 'a', size: 1.5 }, true],
  ['a value of no choice', { name: 'a', kind: 'c' }, true],
  ['a list that is too short', { name: 'a', tags: [] }, true],
  ['null where there is none', { name: null }, true],
  ['no object', ['a'], false],
])('%s', (_, sent, isInvalid) => {
  expect(isInvalidObject(described, 'POST', sent, document)).toBe(isInvalid);
});

test('a patch may leave out every member', () => {
  expect(isInvalidObject(described, 'PATCH', { size: 1 }, document)).toBe(false);
  expect(isInvalidObject(described, 'PATCH', { size: 'x' }, document)).toBe(true);
});

test('without a schema, and in an envelope, every object may be valid', () => {
  const { create: _, ...bare } = described;
  expect(isInvalidObject(bare, 'POST', { name: 5 }, document)).toBe(false);
  const wrapped = { ...described, envelope: { style: 'member', request: 'thing' } as const };
  expect(isInvalidObject(wrapped, 'POST', { thing: { name: 'a' } }, document)).toBe(false);
});
