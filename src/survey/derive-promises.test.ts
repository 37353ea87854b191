import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { createBareCollection } from '../model/service/bare-collection.js';
import type { Operation, Parameter } from '../model/service/operation.js';
import type { Collection } from '../model/service/subject.js';
import { derivePromises } from './derive-promises.js';

const operation = (method: Operation['method'], more: Partial<Operation> = {}): Operation => ({
  ...{ method, path: '/things', provenance: 'described', statuses: [], parameters: [] },
  ...more,
});
const query = (name: string, schema: JsonObject): Parameter => ({ name, in: 'query', required: false, schema });
const body = (properties: JsonObject) => ({ request: { mediaType: 'application/json', schema: { properties } } });
const derive = (...all: readonly Collection[]) => derivePromises(all, undefined);

describe('filters', () => {
  const state = { type: 'string', enum: ['open', 'done'] };
  const things = {
    ...createBareCollection('things'),
    create: operation('POST', body({ state, note: { type: 'string' }, isUrgent: { type: 'boolean' } })),
    list: operation('GET', {
      parameters: [query('state', state), query('note', { type: 'string' }), query('isUrgent', { type: 'boolean' })],
    }),
  };

  test('are parameters with the name of a member whose values are listed, or which is true or false', () => {
    expect(derive(things)[0]?.filters).toEqual({ state: '/state', isUrgent: '/isUrgent' });
  });

  test.each<[string, Partial<Collection>, Collection['filters']]>([
    ['what the profile declares takes precedence', { filters: { q: '/note' } }, { q: '/note' }],
    ['none where the list is not described', { list: operation('GET', { provenance: 'observed' }) }, undefined],
    [
      'none for a list of values',
      { list: operation('GET', { parameters: [query('state', { type: 'array' })] }) },
      undefined,
    ],
    [
      'none for a paging parameter',
      {
        pagination: { ...things.pagination, params: { cursor: 'state' } },
        list: operation('GET', { parameters: [query('state', state)] }),
      },
      undefined,
    ],
  ])('%s', (_, more, expected) => {
    expect(derive({ ...things, ...more })[0]?.filters).toEqual(expected);
  });
});

describe('references', () => {
  const id = { type: 'string', format: 'uuid' };
  const trees = {
    ...createBareCollection('trees'),
    create: operation('POST', body({ growerId: id, label: { type: 'string' }, kindIds: { type: 'array', items: id } })),
    list: operation('GET', { parameters: [query('growerId', id), query('label', { type: 'string' })] }),
  };

  test('are members with the name of an id, and a parameter of this name is a filter', () => {
    const [found] = derive(trees);
    expect([found?.references, found?.filters]).toEqual([['/growerId'], { growerId: '/growerId' }]);
  });

  test('are members that a parent fills, and a parameter for one entry of a list is a filter', () => {
    const [found] = derive({
      ...trees,
      parents: [{ place: '/kinds/0', collection: 'kinds' }],
      list: operation('GET', { parameters: [query('kind', { type: 'string' })] }),
    });
    expect([found?.references, found?.filters]).toEqual([['/kinds/0', '/growerId'], { kind: '/kinds' }]);
  });

  test.each<[string, JsonObject]>([
    ['listed values', { growerId: { ...id, enum: ['a'] } }],
    ['what is read only', { growerId: { ...id, readOnly: true } }],
    ['objects', { growerId: { type: 'object' } }],
    ['the id of the item itself', { id }],
  ])('are not %s', (_, properties) => {
    expect(derive({ ...trees, create: operation('POST', body(properties)) })[0]?.references).toBeUndefined();
  });
});

describe('a required If-Match', () => {
  const conditional = operation('PUT', { statuses: [200, 428] });
  const field: Parameter = { name: 'If-Match', in: 'header', required: true };
  test.each<[string, Partial<Collection>, true | undefined]>([
    [
      'each write lists 428 or requires the field',
      { replace: conditional, remove: operation('DELETE', { parameters: [field] }) },
      true,
    ],
    ['one write needs no condition', { replace: conditional, remove: operation('DELETE') }, undefined],
    [
      'the field is optional',
      { replace: operation('PUT', { parameters: [{ ...field, required: false }] }) },
      undefined,
    ],
    ['the writes are not described', { replace: { ...conditional, provenance: 'assumed' } }, undefined],
  ])('%s', (_, more, expected) => {
    expect(derive({ ...createBareCollection('things'), ...more })[0]?.isIfMatchRequired).toBe(expected);
  });
});

describe('what DELETE of the item above does', () => {
  const parts = { ...createBareCollection('parts'), parents: [{ place: '{id}', collection: 'things' }] };
  const above = (withChildren: Collection['deletion']['withChildren']): Collection => ({
    ...createBareCollection('things'),
    deletion: { mode: 'hard', ...(withChildren && { withChildren }) },
  });

  test.each<[Collection['deletion']['withChildren'], 'refuse' | 'cascade' | undefined]>([
    ['refuse', 'refuse'],
    [{ parts: 'cascade', others: 'refuse' }, 'cascade'],
    [{ others: 'refuse' }, undefined],
    [undefined, undefined],
  ])('%j', (declared, expected) => {
    expect(derive(above(declared), parts)[1]?.parents[0]?.withChildren).toBe(expected);
  });

  test('says nothing about items that are only named in a body', () => {
    const named = { ...parts, parents: [{ place: '/thing', collection: 'things' }] };
    expect(derive(above('cascade'), named)[1]?.parents[0]?.withChildren).toBeUndefined();
  });
});

describe('collections apart', () => {
  const create = (name: string): Collection => ({
    ...createBareCollection(name),
    ...{ create: operation('POST', body({})), read: operation('GET'), itemPath: `/${name}/{id}` },
  });
  const derived = (count: number) => derive(...Array.from({ length: count }, (_, index) => create(`c${index}`)));

  test('are the others that take items which can be read, in order', () => {
    const { read: _, ...hidden } = create('hidden');
    const all = derive(create('a'), hidden, create('b'), { ...create('below'), path: '/b/{id}/parts' });
    expect(all.map(({ apart }) => apart)).toEqual([['b', 'below'], ['a', 'b', 'below'], ['a'], ['a', 'b']]);
  });

  test('are so many of thousands that each is named, and all names together grow with the collections', () => {
    const [some, many] = [derived(100), derived(200)].map((all) => all.flatMap(({ apart = [] }) => apart));
    expect(new Set(many).size).toBe(200);
    expect(many?.length).toBe(2 * (some?.length ?? 0));
  });
});

describe('states that clients write', () => {
  const states = { pointer: '/state', terminal: [], transitions: {}, next: { open: ['done'] } };
  const things = {
    ...createBareCollection('things'),
    states,
    patch: operation('PATCH', body({ state: { type: 'string' } })),
  };

  test('are written by the methods whose content has them', () => {
    const replace = operation('PUT', body({ note: { type: 'string' } }));
    expect(derive({ ...things, replace })[0]?.states?.setBy).toEqual(['PATCH']);
  });

  test.each<[string, Partial<Collection>, readonly string[] | undefined]>([
    ['the profile declares the methods', { states: { ...states, setBy: ['PUT'] } }, ['PUT']],
    ['actions lead from one to the next', { states: { pointer: '/state', terminal: [], transitions: {} } }, undefined],
    [
      'the member is read-only',
      { patch: operation('PATCH', body({ state: { type: 'string', readOnly: true } })) },
      undefined,
    ],
  ])('%s', (_, more, expected) => {
    expect(derive({ ...things, ...more })[0]?.states?.setBy).toEqual(expected);
  });
});
