import { expect, test } from 'vitest';
import type { HeaderFields } from '../../src/model/exchange.js';
import { readRetryTime } from './_shared/wait.js';

const told = (headers: HeaderFields) => readRetryTime({ answer: { status: 429, headers, text: '', json: undefined } });
const date = 'Sat, 21 Nov 2026 10:00:00 GMT';

test.each<[HeaderFields, object]>([
  [{ 'retry-after': '2' }, { waitMs: 2000 }],
  [{ 'retry-after': '0', 'ratelimit-reset': '9' }, { waitMs: 0 }],
  [{ 'retry-after': 'Sat, 21 Nov 2026 10:00:03 GMT', date }, { waitMs: 3000 }],
  [{ 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT', date }, { waitMs: 0 }],
  [{ 'retry-after': 'Saturday, 21-Nov-26 10:00:03 GMT', date }, { waitMs: 3000 }],
  [{ 'retry-after': date }, { untilMs: Date.UTC(2026, 10, 21, 10) }],
  [{ ratelimit: '"default";r=0;t=5' }, { waitMs: 5000 }],
  [{ 'ratelimit-reset': '7' }, { waitMs: 7000 }],
  [{ 'x-ratelimit-reset': '1795255200' }, { untilMs: 1_795_255_200_000 }],
  [{ 'retry-after': '2.0' }, { malformed: 'Retry-After: 2.0' }],
  [{ 'retry-after': 'soon' }, { malformed: 'Retry-After: soon' }],
  [{ 'retry-after': '2026-11-21T10:00:00Z' }, { malformed: 'Retry-After: 2026-11-21T10:00:00Z' }],
  [{ 'x-ratelimit-reset': 'later' }, { malformed: 'reset of the limit: later' }],
])('%j is read', (headers, expected) => {
  expect(told(headers)).toEqual(expected);
});

test('without a field there is no retry time', () => {
  expect(told({})).toBeUndefined();
  expect(readRetryTime({ answer: undefined })).toBeUndefined();
});
