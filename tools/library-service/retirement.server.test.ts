import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../src/demo/service/http/json.js';
import { type SampleLibrary, startSampleLibrary } from './sample-items.fixture.js';

let at: SampleLibrary;
let path: string;

beforeEach(async () => {
  at = await startSampleLibrary();
  path = `${at.copy}/retirement`;
});

afterEach(() => at.library.close());

const copy = async () => (await at.ask('GET', at.copy)).body;

test('a retirement is a record of its own, with an identity, a date, a reason and an author', async () => {
  const { status, headers, body } = await at.ask('POST', path, { reason: 'torn', author: 'Ada' });
  expect([status, headers.location]).toEqual([201, path]);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    date: body.date,
    reason: 'torn',
    author: 'Ada',
  });
  expect(new Date(String(body.date)).toISOString()).toBe(body.date);
  expect((await at.ask('GET', path)).body).toEqual(body);
});

test('a retired copy says so, and offers no retirement any more', async () => {
  expect(await copy()).toMatchObject({ status: 'available', links: { self: at.copy, retirement: path } });
  await at.ask('POST', path, { reason: 'torn' });
  expect(await copy()).toMatchObject({ status: 'retired', links: { self: at.copy } });
  expect(Object.keys((await copy()).links ?? {})).toEqual(['self']);
});

test('a second retirement conflicts, and the record stays', async () => {
  const { text } = await at.ask('POST', path, { reason: 'torn' });
  expect((await at.ask('POST', path, { reason: 'lost' })).status).toBe(409);
  expect((await at.ask('GET', path)).text).toBe(text);
});

test('reading does not retire', async () => {
  const before = await copy();
  expect((await at.ask('GET', path)).status).toBe(404);
  expect((await at.ask('HEAD', path)).status).toBe(404);
  expect(await copy()).toEqual(before);
});

test.each<[Json, number]>([
  ['{', 400],
  [{}, 422],
  [{ reason: '' }, 422],
  [{ reason: 7 }, 422],
  [{ reason: 'x', when: 'now' }, 422],
  [null, 422],
])('%j retires nothing', async (content, status) => {
  expect((await at.ask('POST', path, content)).status).toBe(status);
  expect((await copy()).status).toBe('available');
});

test('writing a copy neither retires nor revives it', async () => {
  await at.ask('PATCH', at.copy, { status: 'retired' });
  expect((await copy()).status).toBe('available');
  await at.ask('POST', path, { reason: 'torn' });
  await at.ask('PUT', at.copy, { label: 'B2', status: 'available' });
  expect(await copy()).toMatchObject({ label: 'B2', status: 'retired' });
});

test('a removed copy takes its record along', async () => {
  await at.ask('POST', path, { reason: 'torn' });
  expect((await at.ask('DELETE', at.copy)).status).toBe(204);
  expect((await at.ask('GET', path)).status).toBe(404);
});
