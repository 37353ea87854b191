import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../src/model/json.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import {
  auditLearning,
  findReach,
  type LearnedRun,
  listVerdicts,
  type ServedCollection,
} from './learned-creations.fixture.js';

useSteadyClock();

const number = (items: ReadonlyMap<string, JsonObject>) => Math.max(0, ...[...items.keys()].map(Number)) + 1;
const store = (sent: JsonObject, items: Map<string, JsonObject>): JsonObject => {
  const item = { id: number(items), ...sent };
  items.set(String(item.id), item);
  return item;
};
const existing = [1, 2, 3].map((id) => ({ id, name: `Category ${id}`, rank: id * 3 }));

describe('a creation that answers with the item in a member', () => {
  const wrapped = (change: (name: string) => string, wrap: (item: JsonObject) => JsonObject): ServedCollection => ({
    existing,
    create: (sent, items) => {
      if (typeof sent.name !== 'string' || sent.name === '')
        return { status: 400, json: { message: 'name: required' } };
      return { status: 201, json: wrap(store({ ...sent, name: change(sent.name) }, items)) };
    },
  });
  const beside = (item: JsonObject): JsonObject => ({ doc: item, message: 'Category was created.' });

  test.each<[string, ServedCollection]>([
    ['beside a message', wrapped((name) => name, beside)],
    ['whose texts the service changes', wrapped((name) => name.toUpperCase(), beside)],
    [
      'beside a related item of others',
      wrapped(
        (name) => name,
        (doc) => ({ by: existing[0] ?? null, doc }),
      ),
    ],
    [
      'two objects deep',
      wrapped(
        (name) => name,
        (item) => ({ success: true, data: { category: item } }),
      ),
    ],
  ])('has its id there: %s', async (_, categories) => {
    const run = await auditLearning({ categories });
    expect(findReach(run, 'categories')?.created).toBeGreaterThan(5);
    expect([...(run.items.get('categories')?.values() ?? [])]).toEqual(existing);
    expect(run.report.leftovers).toEqual([]);
    expect(listVerdicts(run)).toEqual(['held', 'held']);
  });

  test('is not what a member shows that is an item of others', async () => {
    const run = await auditLearning({
      categories: {
        existing,
        create: (sent, items) => {
          store(sent, items);
          return { status: 201, json: { message: 'created', after: existing[1] ?? null } };
        },
      },
    });
    expect(run.items.get('categories')?.get('2')).toEqual(existing[1]);
    expect(run.writes.filter(({ path }) => path === '/categories/2')).toEqual([]);
  });
});

test('an id of a parent that no response to a creation shows keeps its JSON type', async () => {
  const run = await auditLearning({
    categories: {
      existing,
      create: (sent, items) => {
        const { id } = store(sent, items);
        return { status: 201, headers: { location: `/categories/${String(id)}` } };
      },
    },
    notes: {
      existing: [1, 2].map((id) => ({ id, text: `Note ${id}`, categoryId: id })),
      create: (sent, items) => {
        if (typeof sent.categoryId !== 'number') return { status: 400, json: { message: 'invalid' } };
        const item = { ...sent, id: number(items) };
        items.set(String(item.id), item);
        return { status: 201, json: item };
      },
    },
  });
  expect(findReach(run, 'notes')?.created).toBeGreaterThan(5);
  expect(run.writes.filter(({ path, status }) => path === '/notes' && status === 400)).toEqual([]);
  expect(run.report.leftovers).toEqual([]);
});

describe('a creation without a document, whose refusal says nothing of members,', () => {
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
  const people = [1, 2, 3].map((id) => ({
    ...{ id, schemas, userName: `user${id}`, active: true },
    meta: { kind: 'User', place: `/people/${id}`, at: { zone: 'a' } },
  }));
  const refusing = (isRefused: (sent: JsonObject) => boolean): ServedCollection => ({
    existing: people,
    create: (sent, items) => {
      if (isRefused(sent) || typeof sent.userName !== 'string')
        return {
          status: 400,
          json: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], detail: 'it does not fit' },
        };
      const item = { ...sent, id: number(items), meta: { kind: 'User' } };
      items.set(String(item.id), item);
      return { status: 201, json: item };
    },
  });

  test.each<[string, (sent: JsonObject) => boolean]>([
    ['sends no structure that the service makes', (sent) => sent.meta !== undefined],
    ['sends only what marks the item', (sent) => sent.meta !== undefined || sent.active !== undefined],
    ['sends the URN that all items have', (sent) => JSON.stringify(sent.schemas) !== JSON.stringify(schemas)],
  ])('%s', async (_, isRefused) => {
    const run = await auditLearning({ people: refusing(isRefused) });
    expect(findReach(run, 'people')?.created).toBeGreaterThan(5);
    expect(run.writes.filter(({ status }) => status === 400).length).toBeLessThan(6);
    expect([...(run.items.get('people')?.values() ?? [])]).toEqual(people);
  });

  test('sends few requests where none is accepted', async () => {
    const run = await auditLearning({ people: refusing(() => true) });
    expect(run.writes.length).toBeLessThan(16);
  });
});

describe('a member that shows an item of another collection as a whole', () => {
  const kinds: ServedCollection = {
    existing: [1, 2, 3].map((id) => ({ id, name: `Kind ${id}`, rank: id * 3 })),
    // A list of items is no single one.
    show: (kind, all) => ({
      ...kind,
      trees: [...(all.get('trees')?.values() ?? [])].filter((tree) => tree.kind === kind.id),
    }),
    create: (sent, items) =>
      typeof sent.name === 'string' && sent.name !== ''
        ? { status: 201, json: store(sent, items) }
        : { status: 400, json: { message: 'name: required' } },
  };
  const trees = (refusal: string | undefined, rank = 3, firstKind = 1): ServedCollection => ({
    existing: [0, 1, 2].map((n) => ({ id: n + 1, label: `Tree ${n}`, kind: firstKind + n })),
    show: ({ kind = null, ...others }, all) => {
      // One with another number is on a page that was not read.
      const { trees: _, ...whole } = all.get('kinds')?.get(String(kind)) ?? { id: kind, name: `Kind ${kind}` };
      return kind === null ? others : { ...others, kind: { ...whole, rank: Number(kind) * rank } };
    },
    create: (sent, items, all) => {
      const isKnown = typeof sent.kind === 'number' && all.get('kinds')?.has(String(sent.kind));
      return isKnown || refusal === undefined
        ? { status: 201, json: store(sent, items) }
        : { status: 400, json: { message: refusal } };
    },
  });
  const listKinds = ({ writes }: Pick<LearnedRun, 'writes'>) =>
    writes.flatMap(({ method, path, json }) =>
      method === 'POST' && path === '/trees' && isObject(json) ? (json.kind ?? 'none') : [],
    );

  test.each(['the attribute kind has no value', 'something is wrong with it'])(
    'is sent as the id of a new item where that is refused without: %s',
    async (refusal) => {
      const run = await auditLearning({ trees: trees(refusal), kinds });
      expect(findReach(run, 'trees')?.created).toBeGreaterThan(5);
      // No item refers to one of others, which a service may change then.
      const accepted = run.writes.filter(({ path, status }) => path === '/trees' && status === 201);
      expect(run.report.survey.notes.join()).not.toContain('kind is never sent');
      expect(listKinds({ writes: accepted }).every((kind) => typeof kind === 'number' && kind > 3)).toBe(true);
      expect([...(run.items.get('kinds')?.values() ?? [])]).toEqual(kinds.existing);
      expect(run.report.leftovers).toEqual([]);
      expect(listVerdicts(run)).toEqual(['held', 'held', 'held', 'held']);
    },
  );

  test('is sent where the list shows others with the same members', async () => {
    const flat: ServedCollection = { existing: kinds.existing, create: kinds.create };
    const run = await auditLearning({ trees: trees('something is wrong with it', 3, 7), kinds: flat });
    expect(findReach(run, 'trees')?.created).toBeGreaterThan(5);
  });

  test('is not sent where creations are accepted without', async () => {
    const run = await auditLearning({ trees: trees(undefined), kinds });
    expect(findReach(run, 'trees')?.created).toBeGreaterThan(5);
    expect(new Set(listKinds(run))).toEqual(new Set(['none']));
  });

  test('is not sent where it only has the id of one, and other values', async () => {
    const run = await auditLearning({ trees: trees('something is wrong with it', 7), kinds });
    expect(listKinds(run).filter((kind) => typeof kind === 'number')).toEqual([]);
  });
});

describe('a creation that answers with an item of others', () => {
  const answering = (takesId: boolean): ServedCollection => ({
    existing,
    create: (sent, items) => {
      if (!takesId || (sent.id ?? null) === null) return { status: 201, json: existing[0] ?? null };
      if (typeof sent.id !== 'number') return { status: 400, json: { message: 'id: must be a number' } };
      if (items.has(String(sent.id))) return { status: 409, json: { message: 'taken' } };
      items.set(String(sent.id), sent);
      return { status: 201, json: sent };
    },
  });

  test('is sent with an id of its own, which is no other item', async () => {
    const rules = ['creation/created-item-is-readable', 'idempotency/deleted-item-is-gone'];
    const invalid = 'validation/forbidden-values-are-not-a-server-error';
    const run = await auditLearning({ categories: answering(true) }, [...rules, invalid], 20);
    expect(findReach(run, 'categories')?.created).toBeGreaterThan(5);
    expect([...(run.items.get('categories')?.values() ?? [])]).toEqual(existing);
    expect([run.report.leftovers, listVerdicts(run).slice(0, 2)]).toEqual([[], ['held', 'held']]);
    const sent = run.writes.flatMap(({ method, json }): JsonObject[] =>
      method === 'POST' && isObject(json) ? [json] : [],
    );
    const ids = sent.flatMap(({ id }) => (typeof id === 'number' ? id : []));
    expect(ids.every((id) => id > 900_000_000)).toBe(true);
    // From then on, none is created whose address would not be known.
    expect(sent.filter(({ id = null }) => id === null).length).toBeLessThan(4);
  });

  test('is not sent again where that is answered with one, too', async () => {
    const run = await auditLearning({ categories: answering(false) });
    expect(run.writes.map(({ method }) => method)).toEqual(run.writes.map(() => 'POST'));
    expect(run.writes.length).toBeLessThan(8);
    expect([...(run.items.get('categories')?.values() ?? [])]).toEqual(existing);
    expect(listVerdicts(run)).toEqual(['inconclusive', 'inconclusive']);
  });
});
