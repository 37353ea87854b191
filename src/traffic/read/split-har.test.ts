import { expect, test } from 'vitest';
import { HarError, splitHar } from './split-har.js';

const archive = JSON.stringify({
  log: {
    creator: { name: 'a "quoted" \\ name', entries: [{ not: 'these' }] },
    pages: [{ id: 'entries' }],
    entries: [{ text: 'with ] } and \\" in it', list: [[{}]] }, { entries: [1] }, {}],
    comment: '[{',
  },
});

async function split(text: string, size: number): Promise<string[]> {
  async function* chunks() {
    const all = Buffer.from(text);
    for (let i = 0; i < all.length; i += size) yield all.subarray(i, i + size);
  }
  const parts: string[] = [];
  for await (const part of splitHar(chunks())) parts.push(part.text ?? '');
  return parts;
}

test.each([1, 2, 3, 7, 64, 10_000])('finds the entries in chunks of %i octets', async (size) => {
  const found = await split(archive, size);
  expect(found.map((text) => JSON.parse(text))).toEqual(
    (JSON.parse(archive) as { log: { entries: unknown[] } }).log.entries,
  );
});

test('reads a byte order mark and white space', async () => {
  expect(await split(`\ufeff${JSON.stringify(JSON.parse(archive), null, 2)}`, 50)).toHaveLength(3);
});

test('passes the text before the entries on, in which the program is named', async () => {
  async function* chunks() {
    yield Buffer.from('{"log":{"creator":{"name":"k6"},"ent');
    yield Buffer.from('ries":[{"a":1}]}}');
  }
  for await (const { head } of splitHar(chunks())) expect(head).toContain('"name":"k6"');
});

test.each([
  ['no archive', '{"openapi":"3.1.0","paths":{}}', 'it has no log.entries'],
  ['an archive that ends early', archive.slice(0, -40), 'it ends before the end of its log'],
  ['nothing', '', 'it has no log.entries'],
])('refuses %s', async (_, text, message) => {
  await expect(split(text, 100)).rejects.toThrow(new HarError(message));
});
