import { describe, expect, test } from 'vitest';
import type { Exchange, Json } from '#rule';
import { isWriteTimestamp } from './_shared/unchanged-item.js';

const put = (status: number, headers: Record<string, string> = {}): Exchange => ({
  ...{ n: 1, method: 'PUT', path: '/things/1', silence: undefined },
  answer: { status, headers, text: '', json: undefined },
});
const dated = put(200, { date: 'Wed, 21 Oct 2026 07:28:05 GMT' });
const moved = (actual: Json, pointer = '/publishedAt') => ({
  pointer,
  expected: '2026-10-21T07:28:01.250Z',
  actual,
});
const of = (write: Exchange, sent: Json = { name: 'n' }, after: Json = {}, settled: Json = {}) => ({
  ...{ sent, write, after, settled },
});
const soon = '2026-10-21T07:28:05.400Z';

describe('an instant that changed with a PUT', () => {
  test.each<[string, boolean]>([
    [soon, true],
    ['2026-10-21T07:28:03.400Z', true],
    ['2026-10-21T07:28:02.900Z', false],
    ['2026-10-21T07:28:07.000Z', false],
    ['2026-10-22T07:28:05.400Z', false],
    ['soon', false],
  ])('to %s is a stamp: %s', (actual, expected) => {
    expect(isWriteTimestamp(moved(actual), of(dated))).toBe(expected);
  });

  test('is no timestamp where the client sent it, alone or within a list', () => {
    expect(isWriteTimestamp(moved(soon), of(dated, { publishedAt: '2026-10-21T07:28:01.250Z' }))).toBe(false);
    expect(isWriteTimestamp(moved(soon, '/dates/0'), of(dated, { dates: [] }))).toBe(false);
  });

  test('is a timestamp beside members of the client in the same object', () => {
    expect(isWriteTimestamp(moved(soon, '/data/publishedAt'), of(dated, { data: { name: 'n' } }))).toBe(true);
  });

  test('is no timestamp where the PUT was refused', () => {
    expect(isWriteTimestamp(moved(soon), of(put(422, { date: 'Wed, 21 Oct 2026 07:28:05 GMT' })))).toBe(false);
  });

  test('is a timestamp without Date where another one has the same value', () => {
    const after = { publishedAt: soon, updatedAt: '2026-10-21T07:28:05.402Z', dueAt: soon };
    const settled = { publishedAt: soon, dueAt: soon };
    expect(isWriteTimestamp(moved(soon), of(put(200), {}, after, settled))).toBe(true);
    expect(isWriteTimestamp(moved(soon), of(put(200), {}, settled, settled))).toBe(false);
  });

  test('is no timestamp where there was no value before', () => {
    expect(isWriteTimestamp({ ...moved(soon), expected: null }, of(dated))).toBe(false);
  });
});
