import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../test/support/raw-client.js';
import { listReplyEntries, type SampleLibrary, startSampleLibrary } from './sample-items.fixture.js';

let at: SampleLibrary;
let copies: string;

beforeEach(async () => {
  at = await startSampleLibrary();
  copies = `${at.book}/copies`;
  for (let number = 2; number <= 23; number += 1) await at.ask('POST', copies, { label: `A${number}` });
});

afterEach(() => at.library.close());

const labels = (reply: Reply) => listReplyEntries(reply).map(({ label }) => label);
const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => `A${from + step}`);

test.each<[string, string[]]>([
  ['', numbered(1, 5)],
  ['?limit=1', ['A1']],
  ['?limit=20', numbered(1, 20)],
  ['?limit=21', numbered(1, 20)],
  ['?limit=999999999999999', numbered(1, 20)],
  ['?offset=3', numbered(4, 8)],
  ['?limit=20&offset=20', numbered(21, 23)],
  ['?offset=23', []],
  ['?offset=999999999999999', []],
])('copies%s are paged, oldest first', async (query, expected) => {
  const reply = await at.ask('GET', `${copies}${query}`);
  expect([reply.status, labels(reply), reply.body.total]).toEqual([200, expected, 23]);
});

test('pages follow one another without gap or repetition', async () => {
  const met: unknown[] = [];
  for (let offset = 0; offset < 23; offset += 4)
    met.push(...labels(await at.ask('GET', `${copies}?limit=4&offset=${offset}`)));
  expect(met).toEqual(numbered(1, 23));
});

test('a removed entry leaves the page and the total', async () => {
  await at.ask('DELETE', at.copy);
  const reply = await at.ask('GET', copies);
  expect([labels(reply), reply.body.total]).toEqual([numbered(2, 6), 22]);
});

describe.each(['limit', 'offset'])('%s', (name) => {
  test.each(['-1', 'x', '1.5', '', '12345678901234567890'])('cannot be "%s"', async (value) => {
    expect(await at.ask('GET', `${copies}?${name}=${value}`)).toMatchObject({ status: 400, body: { status: 400 } });
  });
});

test('a page cannot have no entries', async () => {
  expect((await at.ask('GET', `${copies}?limit=0`)).status).toBe(400);
});
