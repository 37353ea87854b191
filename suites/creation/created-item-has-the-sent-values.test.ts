import { expect, test } from 'vitest';
import type { Exchange, Json, JudgingTools } from '#rule';
import { createBareCollection } from '../../src/model/service/bare-collection.js';
import { findAlterations } from './_shared/compare-values.js';
import { writeWithOffset } from './_shared/offset-times.js';
import rule from './created-item-has-the-sent-values.js';

const sent = { title: 'Rain', size: 3, tags: ['wet', 'cold'], place: { city: 'Bonn' } };

/** What the rule says of an item that was created with this media type and is shown like this. */
function judge(mediaType: string, shown: Json) {
  const create = {
    method: 'POST',
    path: '/notes',
    provenance: 'declared',
    statuses: [],
    parameters: [],
    request: { mediaType },
  };
  const collection = { ...createBareCollection('notes'), create };
  const read = { answer: { status: 200, json: shown } } as unknown as Exchange;
  const item = { sent, createdBy: read };
  const tools = { withoutBookkeeping: (value: Json | undefined) => value, collection } as unknown as JudgingTools;
  return (rule.then as (seen: unknown, tools: JudgingTools) => { verdict: string })({ item, read }, tools).verdict;
}

test.each<[string, string, Json, string]>([
  ['a list is one text', 'application/x-www-form-urlencoded', { ...sent, tags: 'cold', place: 'Bonn' }, 'held'],
  ['a text is another one', 'application/x-www-form-urlencoded', { ...sent, title: 'Snow' }, 'violated'],
  ['a list is another one', 'application/json', { ...sent, tags: ['cold'] }, 'violated'],
  ['all is as sent', 'application/json', sent, 'held'],
])('where %s in an item of %s', (_, mediaType, shown, verdict) => {
  expect(judge(mediaType, shown)).toBe(verdict);
});

const bodies: readonly Json[] = [
  { at: '2030-01-15T15:00:00+05:00', note: '2030' },
  { at: { from: '2030-01-15T15:00:00.250+05:00' } },
  { at: ['2030-01-15T15:00:00+05:00'] },
];

test.each([
  [{ at: '2030-01-15T10:00:00Z', note: '2030' }, bodies[0]],
  [{ at: { from: '2030-01-15T10:00:00.250Z' } }, bodies[1]],
  [{ at: ['2030-01-15T10:00:00Z'] }, bodies[2]],
  [{ note: 'at 10:00:00Z' }, undefined],
])('%j with an offset', (body, expected) => {
  expect(writeWithOffset(body, 5)).toEqual(expected);
});

test('an offset to the west leads to the day before', () => {
  expect(writeWithOffset({ at: '2030-01-15T02:00:00Z' }, -8)).toEqual({ at: '2030-01-14T18:00:00-08:00' });
});

test.each([
  ['the same text', '2030-01-15T15:00:00+05:00', true],
  ['in UTC', '2030-01-15T10:00:00.000Z', true],
  ['with another offset', '2030-01-15T02:00:00-08:00', true],
  ['without a zone, as it was sent', '2030-01-15T15:00:00', true],
  ['without a zone, in UTC', '2030-01-15 10:00:00', true],
  ['without its offset, as if it was in UTC', '2030-01-15T15:00:00Z', false],
])('2030-01-15T15:00:00+05:00 shown %s', (_, shown, isSame) => {
  expect(findAlterations({ at: '2030-01-15T15:00:00+05:00' }, { at: shown })).toHaveLength(isSame ? 0 : 1);
});
