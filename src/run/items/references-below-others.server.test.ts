import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { getMember, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { audit, createBodyRule, readableCollection } from '../test-service.fixture.js';

useSteadyClock();

const listBelow = (name: string): Collection => {
  const path = `/things/{shelf}/${name}`;
  const { marker: _, ...plain } = readableCollection;
  const place = <T extends { readonly path: string }>(one: T | undefined, end = '') =>
    one && { ...one, path: `${path}${end}` };
  return {
    ...plain,
    ...{ name, path, itemPath: `${path}/{id}`, list: place(plain.list), create: place(plain.create) },
    ...{ read: place(plain.read, '/{id}'), remove: place(plain.remove, '/{id}'), replace: undefined },
    parents: [{ place: '{shelf}', collection: 'things' }],
  } as Collection;
};

/** Creates items whose name refers to an item of a kind in which nothing can be created; lists show one below this item only. */
async function createReferring(shelfWithKind: string, example?: JsonObject) {
  const { create: _, remove: __, ...kinds } = listBelow('kinds');
  const notes = listBelow('notes');
  const { create } = notes;
  const request = create?.request && { ...create.request, ...(example && { example }) };
  const referring = {
    ...{ ...notes, create: create && { ...create, request } },
    parents: [...notes.parents, { place: '/name', collection: 'kinds' }],
  } as Collection;
  const stored = new Map<string, JsonObject>();
  const { outcomes, leftovers, arrived } = await audit(
    ({ method, path, json }) => {
      const [, shelf = '', list, id = ''] = /^\/things\/([^/]+)\/(kinds|notes)(?:\/(.+))?$/.exec(path) ?? [];
      const ofKind = shelf === shelfWithKind ? [{ id: 'k7', name: 'a', size: 1 }] : [];
      if (list === 'kinds') return { status: 200, json: ofKind };
      if (list === undefined) return undefined;
      if (method === 'POST') {
        if (getMember(json as JsonObject, 'name') !== 'k7') return { status: 422, json: { error: 'unknown kind' } };
        const made = { ...(json as JsonObject), id: `n${stored.size}` };
        stored.set(`${shelf}/${made.id}`, made);
        return { status: 201, headers: { location: `${path}/${made.id}` }, json: made };
      }
      const found = stored.get(`${shelf}/${id}`);
      if (method === 'DELETE') stored.delete(`${shelf}/${id}`);
      const listed = [...stored].flatMap(([at, one]) => (at.startsWith(`${shelf}/`) ? one : []));
      if (id === '') return { status: 200, json: listed };
      return found ? { status: method === 'DELETE' ? 204 : 200, json: found } : { status: 404 };
    },
    {
      tried: [createBodyRule('a/make', { when: async (body, { items }) => items.create(body) })],
      existing: ['bare', 'old'].map((id) => ({ id, name: id, size: 1 })),
      collections: [readableCollection, kinds as Collection, referring],
    },
  );
  expect([leftovers, stored.size]).toEqual([[], 0]);
  // What is there is read, and not written to.
  expect(arrived.filter(({ method, path }) => method !== 'GET' && /^\/things\/(old|bare)/.test(path))).toEqual([]);
  const about = outcomes.filter(({ trial }) => trial.subject.name === 'notes');
  return about.map(({ verdict, cases, why }) => [verdict, cases, why]);
}

test('content refers to an item below one of others, where those of the run have none and none can be created', async () => {
  expect(await createReferring('old')).toEqual([['held', 3, undefined]]);
});

test('content refers to the item of its example, where no list shows one', async () => {
  expect(await createReferring('none', { name: 'k7', size: 2 })).toEqual([['held', 3, undefined]]);
});

test('without any of these, the reason is given', async () => {
  const why = 'kinds lists no items, and none is created (resources[].create)';
  expect(await createReferring('none')).toEqual([['inconclusive', 0, why]]);
});
