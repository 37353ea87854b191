import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createObjectSchema,
  createOrderPaths,
  orderSchema,
  type ScriptedReply,
  serveReplies,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';
import { survey } from '../survey.js';

const entry = { id: 7, documentId: 'a7', name: 'Ada', note: 'n' };
const item = createObjectSchema({
  id: { type: 'integer' },
  documentId: textSchema,
  name: textSchema,
  note: textSchema,
});
const inData = createObjectSchema({ data: item, meta: createObjectSchema({}) });
const list = (entries: ScriptedReply) => ({ 'GET /orders': entries });
const described = (schema = item) =>
  createDocument(createOrderPaths({ get: createGet({ type: 'array', items: item }) }, { get: createGet(schema) }));

describe('the id in a URL is verified', () => {
  it('and corrected if another member leads to the item', async () => {
    const { collections, contradictions, notes } = await surveyDocument(described(), {
      ...list([entry]),
      'GET /orders/a7': entry,
    });
    expect(collections[0]?.id.pointer).toBe('/documentId');
    expect(contradictions.map(({ about, believed, doubted }) => [about, believed, doubted.value])).toEqual([
      ['id', { about: 'id', value: '/documentId', provenance: 'observed', evidence: 'GET /orders/a7' }, '/id'],
    ]);
    expect(notes).toEqual([]);
  });

  it('and is where the item has it, if only the list has another name for it', async () => {
    const { collections, contradictions } = await surveyDocument(described(orderSchema), {
      ...list([{ order_id: 'a7' }]),
      'GET /orders/a7': { id: 'a7', note: 'n' },
    });
    expect(collections[0]?.id).toEqual({ pointer: '/id', alsoAt: ['/order_id'] });
    expect(contradictions).toEqual([]);
  });

  it('inside the envelope of items', async () => {
    const replies = { ...list([entry]), 'GET /orders/a7': { data: entry, meta: {} } };
    const { collections } = await surveyDocument(described(inData), replies);
    expect(collections[0]).toMatchObject({
      id: { pointer: '/documentId' },
      envelope: { style: 'member', response: 'data' },
    });
  });

  it.each<[string, Record<string, ScriptedReply>]>([
    ['it leads there', { 'GET /orders/7': entry, 'GET /orders/a7': entry }],
    ['the service fails', { 'GET /orders/7': { raw: '', status: 500 }, 'GET /orders/a7': entry }],
    ['it may not be read', { 'GET /orders/7': { raw: '', status: 403 }, 'GET /orders/a7': entry }],
  ])('and left where %s', async (_, replies) => {
    const { collections, contradictions, notes } = await surveyDocument(described(), { ...list([entry]), ...replies });
    expect([collections[0]?.id.pointer, contradictions, notes]).toEqual(['/id', [], []]);
  });

  it('and noted when no member leads to an item', async () => {
    const { collections, notes } = await surveyDocument(described(), { ...list([entry]), 'GET /orders/a7': { id: 8 } });
    expect(collections[0]?.id.pointer).toBe('/id');
    expect(notes).toEqual([
      '/orders: GET /orders/7 returns 404, and no other member of an entry leads to its item; declare resources[].id.pointer, or resources[].item',
    ]);
  });

  it('but not if it is declared', async () => {
    const resources = [{ name: 'orders', collection: '/orders', where: 'p:1:1', id: { pointer: '/id' } }];
    const { baseUrl, client, asked } = await serveReplies({
      'GET /openapi.json': described(),
      ...list([entry]),
      'GET /orders/a7': entry,
    });
    const { collections } = await survey(createDeclaredService(baseUrl, { resources }), client);
    expect(collections[0]?.id.pointer).toBe('/id');
    expect(asked.filter((line) => line.startsWith('GET /orders/'))).toEqual([]);
  });

  it('and nothing is noted when an entry has only one candidate', async () => {
    const { baseUrl, client, asked } = await serveReplies({
      'GET /openapi.json': createDocument(createOrderPaths()),
      ...list([{ id: '1', note: 'n' }]),
    });
    const { notes } = await survey(createDeclaredService(baseUrl), client);
    expect(asked.filter((line) => line.startsWith('GET /orders/'))).toEqual(['GET /orders/1']);
    expect(notes).toEqual([]);
  });
});

describe('an id whose name is not usual', () => {
  const stations = [1, 2, 3].map((n) => ({ title: `Stop ${n}`, name: `Name ${n}`, callsign: `K${n}`, zone: 'a' }));
  const found = Object.fromEntries(stations.map((one) => [`GET /stations/${one.callsign}`, one]));
  const replies = { 'GET /stations': stations, ...found };
  const entrySchema = createObjectSchema({ title: textSchema, name: textSchema, callsign: textSchema });
  const describeStations = (parameter: string, answered: JsonObject) => {
    const parameters = [{ name: parameter, in: 'path', required: true, schema: textSchema }];
    return createDocument({
      '/stations': { get: createGet({ type: 'array', items: entrySchema }) },
      [`/stations/{${parameter}}`]: { parameters, get: createGet(answered) },
    });
  };

  it.each(['callsign', 'callSign', 'call_sign', 'station_callsign', 'id'])(
    'is found where the path has {%s}',
    async (parameter) => {
      const { collections, notes } = await surveyDocument(describeStations(parameter, entrySchema), replies);
      expect([collections[0]?.id.pointer, notes]).toEqual(['/callsign', []]);
    },
  );

  it('is found where items come in a member with the schema of the entries', async () => {
    const wrapped = Object.entries(found).map(([key, one]) => [key, { state: 'OK', outcome: one }]);
    const document = describeStations('callsign', createObjectSchema({ outcome: entrySchema }));
    const { collections } = await surveyDocument(document, { ...replies, ...Object.fromEntries(wrapped) });
    expect(collections[0]).toMatchObject({
      id: { pointer: '/callsign' },
      envelope: { style: 'member', response: 'outcome' },
    });
  });

  it('is found without a document, also in a member of the response that shows the entry', async () => {
    const wrapped = Object.entries(found).map(([key, one]) => [key, { state: 'OK', outcome: one }]);
    for (const served of [replies, { ...replies, ...Object.fromEntries(wrapped) }]) {
      const { baseUrl, client } = await serveReplies(served);
      const { collections } = await survey(createDeclaredService(baseUrl, { collections: ['/stations'] }), client);
      expect(collections[0]).toMatchObject({ id: { pointer: '/callsign' }, itemPath: '/stations/{id}' });
    }
  });

  it('is not a member that all entries share', async () => {
    const same = { 'GET /stations': stations, 'GET /stations/a': stations[0] ?? null };
    const { collections } = await surveyDocument(describeStations('id', entrySchema), same);
    expect(collections[0]?.id.pointer).not.toBe('/zone');
  });

  it('is not that of another object in the item', async () => {
    const entries = [7, 8].map((id) => ({ id, code: `c${id}`, label: `l${id}` }));
    const replies = { 'GET /orders': entries, 'GET /orders/7': { reference: 'r', owner: { id: 7, label: 'Ada' } } };
    const silent = createDocument({
      '/orders': { get: createGet({ type: 'array', items: item }) },
      '/orders/{id}': { get: { responses: { 200: { description: 'An order' } } } },
    });
    const { collections } = await surveyDocument(silent, replies);
    expect(collections[0]?.envelope).toBeUndefined();
  });
});

describe('an envelope that the document does not describe', () => {
  const silent = createDocument(
    createOrderPaths(
      { get: createGet({ type: 'array', items: orderSchema }) },
      { get: { responses: { 200: { description: 'An order' } } } },
    ),
  );

  it('is found around an item', async () => {
    const { collections } = await surveyDocument(silent, {
      ...list([{ id: '1', note: 'n' }]),
      'GET /orders/1': { data: { id: '1', note: 'n' }, meta: {} },
    });
    expect(collections[0]?.envelope).toEqual({ style: 'member', response: 'data' });
  });

  it('is absent for a plain item', async () => {
    const { collections } = await surveyDocument(silent, {
      ...list([{ id: '1', note: 'n' }]),
      'GET /orders/1': { id: '1', data: { id: '1' } },
    });
    expect(collections[0]?.envelope).toBeUndefined();
  });
});

describe('a declared id', () => {
  it('may be that of responses', async () => {
    const resources = [{ name: 'orders', collection: '/orders', where: 'p:1:1', id: { pointer: '/data/documentId' } }];
    const { collections } = await surveyDocument(described(inData), list([entry]), { resources });
    expect(collections[0]).toMatchObject({ id: { pointer: '/documentId' }, envelope: { response: 'data' } });
  });

  it('may be that of responses, without a description', async () => {
    const resources = [{ name: 'orders', collection: '/orders', where: 'p:1:1', id: { pointer: '/data/documentId' } }];
    const { baseUrl, client } = await serveReplies({
      ...list([entry]),
      'GET /orders/a7': { data: entry, meta: {} },
    });
    const { collections } = await survey(createDeclaredService(baseUrl, { resources }), client);
    expect(collections[0]).toMatchObject({
      id: { pointer: '/documentId' },
      itemPath: '/orders/{id}',
      envelope: { request: 'data', response: 'data' },
    });
  });
});

it('without a document, other members are tried as well', async () => {
  const { baseUrl, client } = await serveReplies({
    ...list([entry]),
    'GET /orders/a7': { data: entry, meta: {} },
  });
  const { collections } = await survey(createDeclaredService(baseUrl, { collections: ['/orders'] }), client);
  expect(collections[0]).toMatchObject({
    id: { pointer: '/documentId' },
    envelope: { style: 'member', request: 'data', response: 'data' },
  });
});

describe('a slash at the end of an item URL', () => {
  const slashed = { raw: '', status: 301, headers: { location: '/orders/7/' } };
  const paths = createOrderPaths(
    { get: createGet({ type: 'array', items: orderSchema }) },
    { get: createGet(orderSchema), delete: { responses: {} } },
  );

  it.each<[string, JsonObject, Record<string, ScriptedReply>]>([
    ['where the list has none', paths, list([{ id: '7', note: 'n' }])],
    [
      'where the list is redirected as well',
      paths,
      {
        'GET /orders': { raw: '', status: 301, headers: { location: '/orders/' } },
        'GET /orders/': [{ id: '7', note: 'n' }],
      },
    ],
  ])('is taken from a redirect: %s', async (_, described, replies) => {
    const found = { ...replies, 'GET /orders/7': slashed, 'GET /orders/7/': { id: '7', note: 'n' } };
    const { collections, notes, contradictions } = await surveyDocument(createDocument(described), found);
    const at = '/orders/{id}/';
    expect(collections[0]).toMatchObject({
      itemPath: at,
      read: { path: at },
      head: { path: at },
      remove: { path: at },
    });
    expect(collections[0]?.facts.find(({ about }) => about === 'read')).toMatchObject({ value: `GET ${at}` });
    expect(notes.at(-1)).toMatch(/: GET \/orders\/7 redirects to \/orders\/7\/, so items are read there$/);
    expect(contradictions).toEqual([]);
  });

  it.each<[string, ScriptedReply, ScriptedReply | undefined]>([
    ['leads to nothing', slashed, undefined],
    ['leads elsewhere', { raw: '', status: 301, headers: { location: '/orders/8' } }, { id: '7' }],
    [
      'leads to another host',
      { raw: '', status: 301, headers: { location: 'http://b.invalid/orders/7/' } },
      { id: '7' },
    ],
  ])('is not assumed if the redirect %s', async (_, redirect, there) => {
    const replies: Record<string, ScriptedReply> = { ...list([{ id: '7', note: 'n' }]), 'GET /orders/7': redirect };
    const found = there === undefined ? replies : { ...replies, 'GET /orders/7/': there, 'GET /orders/8': there };
    const { collections, notes } = await surveyDocument(createDocument(paths), found);
    expect([collections[0]?.itemPath, notes]).toEqual(['/orders/{id}', []]);
  });
});
