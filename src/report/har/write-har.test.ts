import { expect, test } from 'vitest';
import { createSampleExchange, createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { hostile, sound, troubled } from '../../../test/report-samples/samples.js';
import { render } from '../render.js';
import { toUri } from './write-har.js';

interface Entry {
  readonly pageref: string;
  readonly startedDateTime: string;
  readonly comment: string;
  readonly request: {
    readonly url: string;
    readonly headers: readonly { name: string; value: string }[];
    readonly postData?: { readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly comment?: string;
    readonly redirectURL: string;
    readonly content: { readonly text?: string; readonly size: number; readonly comment?: string };
  };
}

const logOf = (report: typeof troubled): { pages: { id: string; title: string }[]; entries: Entry[] } =>
  JSON.parse(render(report, 'har')).log;

test('has a page for each violation and an entry for each of its exchanges', () => {
  const { pages, entries } = logOf(troubled);
  const violated = troubled.results.filter(({ verdict }) => verdict === 'violated');
  expect(pages.map(({ id }) => id)).toEqual(violated.map((_, index) => `finding-${index + 1}`));
  expect(entries).toHaveLength(violated.flatMap(({ evidence }) => evidence?.exchanges ?? []).length);
  expect(entries[0]).toMatchObject({
    pageref: 'finding-1',
    comment: 'safety/get-does-not-change-the-item [customers]: exchange 12',
    request: {
      url: 'http://127.0.0.1:4010/api/orders',
      postData: { mimeType: 'application/json', text: '{"note":"a"}' },
    },
    response: { status: 201, redirectURL: '/api/orders/7' },
  });
  expect(logOf(sound)).toMatchObject({ pages: [], entries: [] });
});

test('entries are in the order of sending', () => {
  const times = logOf(troubled).entries.map(({ startedDateTime }) => startedDateTime);
  expect(times).toEqual(times.toSorted());
  expect(times[0]).toBe(troubled.startedAt);
});

test('keeps repeated fields, and redacted values', () => {
  const [first] = logOf({
    ...troubled,
    results: [createSampleViolation({}, { exchanges: [createSampleExchange()] })],
  }).entries;
  expect(first?.request.headers).toContainEqual({ name: 'authorization', value: '[redacted]' });
  expect(JSON.stringify(first?.response)).toContain('{"name":"set-cookie","value":"[redacted]"},{"name":"set-cookie"');
});

test('has the received content, and notes where it was cut', () => {
  const entries = logOf(troubled).entries.filter(({ pageref }) => pageref === 'finding-2');
  expect(entries[0]?.comment).toContain('exchange 20, control');
  expect(entries[1]?.response.content).toMatchObject({
    text: hostile,
    comment: 'cut here, 90000 characters as received',
  });
  expect(entries[1]?.response.content.size).toBe(Buffer.byteLength(hostile));
});

test('has status 0 with the reason for a missing response', () => {
  const entry = logOf(troubled).entries.find(({ response }) => response.status === 0);
  expect(entry?.response.status).toBe(0);
  expect(entry?.response.comment).toContain('no response: timeout');
});

test.each([
  ['http://a.example/b?c=d#e', 'http://a.example/b?c=d#e'],
  ['http://a.example/../x/./y', 'http://a.example/../x/./y'],
  ['http://a.example/a b|c?q={1}', 'http://a.example/a%20b%7Cc?q=%7B1%7D'],
  ['http://a.example/%zz%41', 'http://a.example/%25zz%41'],
  ['http://a.example/ä\ud800', 'http://a.example/%C3%A4%EF%BF%BD'],
  ['http://[::1]:80/[x]', 'http://[::1]:80/%5Bx%5D'],
  ['http://a.example/#b#c', 'http://a.example/#b%23c'],
])('%j is spelled %j', (url, spelled) => {
  expect(toUri(url)).toBe(spelled);
});
