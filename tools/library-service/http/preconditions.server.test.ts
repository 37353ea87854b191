import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SampleLibrary, startSampleLibrary } from '../sample-items.fixture.js';

let at: SampleLibrary;

beforeEach(async () => {
  at = await startSampleLibrary();
});

afterEach(() => at.library.close());

const tagOf = async (place: string) => (await at.ask('GET', place)).headers.etag ?? '';

test('an item has one strong tag for as long as it is the same', async () => {
  for (const place of [at.shelf, at.author, at.book, at.copy]) {
    const first = await tagOf(place);
    expect(first).toMatch(/^"[^"]+"$/);
    expect([await tagOf(place), (await at.ask('HEAD', place)).headers.etag]).toEqual([first, first]);
  }
});

test('a write changes the tag of its item and of no other', async () => {
  const [shelf, book] = [await tagOf(at.shelf), await tagOf(at.book)];
  await at.ask('PATCH', at.book, { pages: 7 });
  expect(await tagOf(at.book)).not.toBe(book);
  expect(await tagOf(at.shelf)).toBe(shelf);
});

test('a creation returns the entity tag; PUT and PATCH return none', async () => {
  const made = await at.ask('POST', '/shelves', { name: 'x' });
  expect(made.headers.etag).toBe(await tagOf(made.headers.location ?? ''));
  expect((await at.ask('PUT', at.shelf, { name: 'y' })).headers.etag).toBeUndefined();
  expect((await at.ask('PATCH', at.shelf, { name: 'z' })).headers.etag).toBeUndefined();
});

describe.each(['GET', 'HEAD'])('%s', (method) => {
  test('answers 304 to a tag that is current, compared weakly', async () => {
    const tag = await tagOf(at.copy);
    for (const field of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const reply = await at.ask(method, at.copy, undefined, { 'if-none-match': field });
      expect([field, reply.status, reply.headers.etag, reply.text]).toEqual([field, 304, tag, '']);
    }
    expect((await at.ask(method, at.copy, undefined, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('answers 200 to a tag that has passed', async () => {
    const tag = await tagOf(at.copy);
    await at.ask('PATCH', at.copy, { note: 'torn' });
    expect((await at.ask(method, at.copy, undefined, { 'if-none-match': tag })).status).toBe(200);
    expect((await at.ask(method, at.copy, undefined, { 'if-match': tag })).status).toBe(412);
  });
});

describe.each(['PUT', 'PATCH', 'DELETE'])('%s', (method) => {
  const content = method === 'DELETE' ? undefined : { label: 'B2' };
  const send = (headers: Record<string, string>) => at.ask(method, at.copy, content, headers);

  test('has no effect where a precondition fails', async () => {
    const { headers, body } = await at.ask('GET', at.copy);
    const { etag = '' } = headers;
    const failing: Record<string, string>[] = [
      { 'if-match': '"x"' },
      { 'if-match': `W/${etag}` },
      { 'if-none-match': etag },
      { 'if-none-match': '*' },
    ];
    for (const fields of failing) expect([fields, (await send(fields)).status]).toEqual([fields, 412]);
    expect((await at.ask('GET', at.copy)).body).toEqual(body);
  });

  test('is done where the tag is current', async () => {
    const { status } = await send({ 'if-match': `"x", ${await tagOf(at.copy)}` });
    expect(status).toBe(method === 'DELETE' ? 204 : 200);
  });

  test('is done where anything may be there, or another tag is unwanted', async () => {
    const { status } = await send({ 'if-match': '*', 'if-none-match': '"x"' });
    expect(status).toBe(method === 'DELETE' ? 204 : 200);
  });

  test('of a missing item is 404, whatever the preconditions', async () => {
    await at.ask('DELETE', at.copy);
    expect((await send({ 'if-match': '*' })).status).toBe(404);
  });
});

test('of two clients with the same entity tag, one writes', async () => {
  const tag = await tagOf(at.shelf);
  const first = await at.ask('PUT', at.shelf, { name: 'one' }, { 'if-match': tag });
  const second = await at.ask('PUT', at.shelf, { name: 'two' }, { 'if-match': tag });
  expect([first.status, second.status, (await at.ask('GET', at.shelf)).body.name]).toEqual([200, 412, 'one']);
});

test('a refusal is the same with and without preconditions', async () => {
  const failing = { 'if-match': '"x"' };
  expect((await at.ask('DELETE', at.book, undefined, failing)).status).toBe(409);
  expect((await at.ask('PUT', at.book, 'x', { ...failing, 'content-type': 'text/plain' })).status).toBe(415);
});
