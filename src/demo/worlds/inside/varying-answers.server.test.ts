import { afterEach, expect, test } from 'vitest';
import type { Reply } from '../../../../test/support/raw-client.js';
import { isObject, type JsonObject } from '../../service/http/json.js';
import { advanceClock, closeWorld, type OpenWorld, openWorld, sampleOrder } from './open-world.fixture.js';

let world: OpenWorld;
afterEach(() => closeWorld(world));

const objectAt = (body: JsonObject, name: string): JsonObject => {
  const inner = body[name];
  return isObject(inner) ? inner : {};
};

test('clocks-and-counters: volatile members depend on the clock, the number of requests, and random numbers', async () => {
  world = await openWorld('clocks-and-counters');
  const path = await world.make();
  const first = (await world.ask('GET', path)).body;
  await world.ask('GET', '/nowhere');
  advanceClock(3000);
  const later = (await world.ask('GET', path)).body;
  expect([first.made, later.made]).toEqual(['0 seconds ago', '3 seconds ago']);
  expect(Number(later.sampledAt) - Number(first.sampledAt)).toBe(3);
  expect(Number(later.sampledAtMs) - Number(first.sampledAtMs)).toBe(3000);
  expect(later.sampledOn).toBe('2026-01-01T12:00:03.000Z');
  expect(Number(later.requestsServed) - Number(first.requestsServed)).toBe(2);
  expect(objectAt(objectAt(later, 'trace'), 'span').nonce).not.toBe(objectAt(objectAt(first, 'trace'), 'span').nonce);
  expect(later.download).not.toBe(first.download);
  expect((await world.ask('GET', String(later.download))).body).toMatchObject(sampleOrder);
  expect((await world.ask('PUT', path, { ...later, quantity: 4 })).status).toBe(200);
});

test('clocks-and-counters: lists have them in the page and in each entry', async () => {
  world = await openWorld('clocks-and-counters');
  await world.make();
  const { body } = await world.ask('GET', '/orders');
  expect(Object.keys(body)).toEqual(expect.arrayContaining(['sampledAt', 'requestsServed', 'servedBy', 'trace']));
  expect(body.items).toMatchObject([{ sampledAt: body.sampledAt, made: '0 seconds ago' }]);
});

test('clocks-and-counters: equal seeds give equal values, other seeds others', async () => {
  const drawn: unknown[] = [];
  for (const seed of [1, 1, 2]) {
    world = await openWorld('clocks-and-counters', seed);
    const { trace, servedBy } = (await world.ask('GET', '/orders')).body;
    drawn.push(JSON.stringify([trace, servedBy]));
    if (drawn.length < 3) await closeWorld(world);
  }
  expect(drawn[1]).toBe(drawn[0]);
  expect(drawn[2]).not.toBe(drawn[0]);
});

test('varying-json: returns one value with many spellings', async () => {
  world = await openWorld('varying-json');
  const path = await world.make({ ...sampleOrder, note: 'naïve/\u{1f600}' });
  const replies: Reply[] = [];
  while (replies.length < 12) replies.push(await world.ask('GET', path));
  expect(new Set(replies.map(({ body }) => JSON.stringify(sorted(body)))).size).toBe(1);
  const texts = replies.map(({ text }) => text);
  expect(new Set(texts).size).toBe(12);
  for (const spelling of [/"quantity":\s*3[,}\s]/, /"quantity":\s*3\.0/, /"quantity":\s*3e0/, /ï/, /\\u00ef/, /\\\//])
    expect(texts.some((text) => spelling.test(text))).toBe(true);
  expect(new Set(replies.map(({ body }) => Object.keys(body).join())).size).toBeGreaterThan(1);
  expect(replies[0]?.body.note).toBe('naïve/\u{1f600}');
});

test('session-links: links have the same target with every token, and without one', async () => {
  world = await openWorld('session-links');
  const path = await world.make();
  const [one, other] = [await world.ask('GET', path), await world.ask('GET', path)].map(({ body }) =>
    objectAt(body, 'links'),
  );
  expect(one?.self).not.toBe(other?.self);
  for (const link of [one?.self, other?.self, path])
    expect((await world.ask('GET', String(link))).body).toMatchObject(sampleOrder);
  expect((await world.ask('POST', String(one?.payment), {})).status).toBe(201);
});

test('mixed-fleet: nodes differ in the format of instants, states and entity tags', async () => {
  world = await openWorld('mixed-fleet', 1, 'etags');
  const path = await world.make();
  const replies: Reply[] = [];
  while (replies.length < 20) replies.push(await world.ask('GET', path));
  const all = (member: string) => new Set(replies.map(({ body }) => body[member]));
  expect(all('createdAt')).toEqual(
    new Set(['2026-01-01T12:00:00.000Z', '2026-01-01T12:00:00Z', '2026-01-01T12:00:00.000000+00:00']),
  );
  expect(all('statusLabel')).toEqual(new Set(['Pending', 'Offen']));
  const tags = new Set(replies.map(({ headers }) => headers.etag ?? ''));
  expect(tags.size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^W\//);
  const german = await world.ask('GET', path, undefined, { 'accept-language': 'de-AT' });
  expect([german.body.statusLabel, german.headers['content-language']]).toEqual(['Offen', 'de']);
});

test('ids-in-two-cases: bodies and URLs differ in case, and both spellings name the same order', async () => {
  world = await openWorld('ids-in-two-cases', 1, 'pagination-keyset');
  const path = await world.make();
  const id = String((await world.ask('GET', path)).body.id);
  expect(id).toMatch(/^ORD-[A-Z0-9]{120}$/);
  expect(path).toBe(`/orders/${id.toLowerCase()}`);
  expect((await world.ask('GET', `/orders/${id}`)).body).toMatchObject({ ...sampleOrder, id });
  const behind = await world.ask('GET', `/orders?starting_after=${id}`);
  expect([behind.status, behind.body.data]).toEqual([200, []]);
});

const sorted = (body: JsonObject): unknown =>
  Object.fromEntries(
    Object.entries(body)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, isObject(value) ? sorted(value) : value]),
  );
