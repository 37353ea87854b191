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

test('content refers to an item below one of others, where those of the run have none and none can be created', async () => {
  const { create: _, remove: __, ...kinds } = listBelow('kinds');
  const notes = listBelow('notes');
  const referring = { ...notes, parents: [...notes.parents, { place: '/name', collection: 'kinds' }] };
  const stored = new Map<string, JsonObject>();
  const { outcomes, leftovers, arrived } = await audit(
    ({ method, path, json }) => {
      const [, shelf = '', list, id = ''] = /^\/things\/([^/]+)\/(kinds|notes)(?:\/(.+))?$/.exec(path) ?? [];
      if (list === 'kinds') return { status: 200, json: shelf === 'old' ? [{ id: 'k7', name: 'a', size: 1 }] : [] };
      if (list === undefined) return undefined;
      if (method === 'POST') {
        if (getMember(json as JsonObject, 'name') !== 'k7') return { status: 422, json: { error: 'unknown kind' } };
        const made = { ...(json as JsonObject), id: `n${stored.size}` };
        stored.set(`${shelf}/${made.id}`, made);
        return { status: 201, headers: { location: `${path}/${made.id}` }, json: made };
      }
      const found = stored.get(`${shelf}/${id}`);
      if (method === 'DELETE') stored.delete(`${shelf}/${id}`);
      if (id === '')
        return { status: 200, json: [...stored].flatMap(([at, one]) => (at.startsWith(`${shelf}/`) ? one : [])) };
      return found ? { status: method === 'DELETE' ? 204 : 200, json: found } : { status: 404 };
    },
    {
      tried: [createBodyRule('a/make', { when: async (body, { items }) => items.create(body) })],
      existing: [
        { id: 'bare', name: 'b', size: 1 },
        { id: 'old', name: 'a', size: 1 },
      ],
      collections: [readableCollection, kinds as Collection, referring],
    },
  );
  const about = outcomes.filter(({ trial }) => trial.subject.name === 'notes');
  expect(about.map(({ verdict, cases, why }) => [verdict, cases, why])).toEqual([['held', 3, undefined]]);
  expect([leftovers, stored.size]).toEqual([[], 0]);
  // What is there is read, and not written to.
  expect(arrived.filter(({ method, path }) => method !== 'GET' && /^\/things\/(old|bare)/.test(path))).toEqual([]);
});
