import { describe, expect, test } from 'vitest';
import { type RateAllowance, readRateFields } from './read-rate-fields.js';

const now = Date.parse('2027-01-15T12:00:00Z');
const date = new Date(now).toUTCString();
const read = (headers: Record<string, string | string[]>) => readRateFields(headers, now);

describe('reads the fields', () => {
  test.each<[string, Record<string, string | string[]>, RateAllowance[]]>([
    [
      'of the draft from version 08 on',
      { 'ratelimit-policy': '"burst";q=100;w=60', ratelimit: '"burst";r=50;t=30' },
      [{ name: 'burst', quota: 100, windowMs: 60_000, remaining: 50, resetMs: 30_000 }],
    ],
    [
      'of several policies, in several lines, with a partition key',
      {
        'ratelimit-policy': ['"peruser";q=100;w=60;pk=:cHNkZmpr:', '"daily, all";q=5000;w=86400'],
        ratelimit: '"peruser";r=99;t=50, "daily, all";r=3000;t=36000',
      },
      [
        { name: 'peruser', quota: 100, windowMs: 60_000, remaining: 99, resetMs: 50_000 },
        { name: 'daily, all', quota: 5_000, windowMs: 86_400_000, remaining: 3_000, resetMs: 36_000_000 },
      ],
    ],
    ['with a token as name', { ratelimit: 'default;r=7;t=2' }, [{ name: 'default', remaining: 7, resetMs: 2_000 }]],
    [
      'of version 07',
      { ratelimit: 'limit=100, remaining=50, reset=5', 'ratelimit-policy': '100;w=60;comment="a, b"' },
      [
        { name: '100;w=60', quota: 100, windowMs: 60_000 },
        { name: '', quota: 100, remaining: 50, resetMs: 5_000 },
      ],
    ],
    [
      'of the versions before, with more policies in the limit',
      { 'ratelimit-limit': '10, 10;w=1, 1000;w=3600', 'ratelimit-remaining': '9', 'ratelimit-reset': '1' },
      [
        { name: '', quota: 10, remaining: 9, resetMs: 1_000 },
        { name: '10;w=1', quota: 10, windowMs: 1_000 },
        { name: '1000;w=3600', quota: 1_000, windowMs: 3_600_000 },
      ],
    ],
    [
      'with a reset in seconds since 1970, and a resource',
      {
        'x-ratelimit-limit': '5000',
        'x-ratelimit-remaining': '4987',
        'x-ratelimit-reset': String(now / 1_000 + 1_800),
        'x-ratelimit-used': '13',
        'x-ratelimit-resource': 'core',
        date,
      },
      [{ name: 'core', quota: 5_000, remaining: 4_987, resetMs: 1_800_000 }],
    ],
    [
      'with a reset in milliseconds since 1970',
      { 'x-rate-limit-limit': '180', 'x-rate-limit-remaining': '5', 'x-rate-limit-reset': String(now + 2_500) },
      [{ name: '', quota: 180, remaining: 5, resetMs: 2_500 }],
    ],
    [
      'with a reset as a date',
      { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '2027-01-15T12:00:09Z' },
      [{ name: '', remaining: 5, resetMs: 9_000 }],
    ],
    [
      'with parts of a second until the reset',
      { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '0.25' },
      [{ name: '', quota: 5, remaining: 4, resetMs: 250 }],
    ],
    [
      'with a reset of zero, which is any part of a second',
      { 'ratelimit-limit': '5', 'ratelimit-remaining': '0', 'ratelimit-reset': '0' },
      [{ name: '', quota: 5, remaining: 0, resetMs: 1_000 }],
    ],
    [
      'with the window in their names',
      {
        'x-ratelimit-limit-second': '10',
        'x-ratelimit-remaining-second': '8',
        'x-ratelimit-limit-hour': '1000',
        'x-ratelimit-remaining-hour': '998',
      },
      [
        { name: '-second', quota: 10, windowMs: 1_000, remaining: 8, resetMs: 1_000 },
        { name: '-hour', quota: 1_000, windowMs: 3_600_000, remaining: 998, resetMs: 3_600_000 },
      ],
    ],
    [
      'with spaces around the signs, and capital keys',
      { ratelimit: 'Limit = 100, Remaining = 50, Reset = 5', 'ratelimit-policy': '"a" ; Q=100 ;w = 60' },
      [
        { name: 'a', quota: 100, windowMs: 60_000 },
        { name: '', quota: 100, remaining: 50, resetMs: 5_000 },
      ],
    ],
    [
      'with quoted numbers, and more decimals than permitted',
      { ratelimit: 'remaining="50", reset=5.12345', 'ratelimit-policy': '"a";q="100";w=60.00001' },
      [
        { name: 'a', quota: 100, windowMs: 60_000 },
        { name: '', remaining: 50, resetMs: 5_123 },
      ],
    ],
    [
      'with empty members and parameters, and one member that cannot be read',
      { ratelimit: ', "a";;r=5;t=2;, "b";r=???;t=3, ' },
      [{ name: 'a', remaining: 5, resetMs: 2_000 }],
    ],
  ])('%s', (_, headers, allowances) => {
    expect(read(headers)).toEqual(allowances);
  });
});

test('takes the time of a reset from the Date of the response, because clocks differ', () => {
  const headers = { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': String(now / 1_000 + 10), date };
  expect(readRateFields(headers, now + 60_000)).toMatchObject([{ resetMs: 10_000 }]);
});

test.each<[string, Record<string, string>]>([
  ['no such field', { 'content-type': 'text/plain' }],
  ['no number', { 'x-ratelimit-remaining': 'many', 'x-ratelimit-reset': '5', ratelimit: '"a";r=-1;t=x' }],
  ['no reset', { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' }],
  ['a limit of octets', { 'ratelimit-policy': '"size";q=65535;qu="content-bytes";w=10' }],
  ['an unfinished text', { ratelimit: '"a;r=1', 'ratelimit-policy': ';;,,"' }],
])('learns nothing from %s', (_, headers) => {
  expect(read(headers)).toEqual([]);
});
