import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createObjectSchema,
  createPost,
  type ScriptedReply,
  serveReplies,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';
import { survey } from '../survey.js';
import { listPageEntries } from './observed-page.js';

const labels = { red: { uri: 'u1', colour: 'r' }, blue: { uri: 'u2', colour: 'b' } };
const label = createObjectSchema({ uri: textSchema, colour: textSchema });
const map: JsonObject = { type: 'object', additionalProperties: label };
const items = {
  'GET /labels/red': labels.red,
  'GET /labels/blue': labels.blue,
};

const describeLabels = (listed: JsonObject, more: JsonObject = {}, shown: JsonObject = label) => {
  const put = { ...createPost(label), responses: { 201: { description: 'created' }, 200: { description: 'ok' } } };
  const parameters = [{ name: 'label', in: 'path', required: true, schema: textSchema }];
  return createDocument({
    '/labels': { get: createGet(listed) },
    '/labels/{label}': { parameters, get: createGet(shown), put, delete: { responses: {} } },
    ...more,
  });
};

describe('a list that is an object of items by their ids', () => {
  it.each<[string, JsonObject, ScriptedReply, string, number]>([
    ['alone', map, labels, '', 2],
    ['by reference', { allOf: [map] }, labels, '', 2],
    [
      'in a member',
      createObjectSchema({ data: map, total: { type: 'integer' } }),
      { data: labels, total: 2 },
      '/data',
      2,
    ],
    ['that is empty', map, {}, '', 0],
  ])('is described: %s', async (_, listed, answer, place, count) => {
    const { collections, contradictions, notes } = await surveyDocument(describeLabels(listed), {
      'GET /labels': answer,
      ...items,
    });
    expect(collections[0]).toMatchObject({
      list: { path: '/labels' },
      create: { method: 'PUT' },
      creation: { isNamed: true },
      pagination: { items: place, isById: true, style: 'none' },
      id: { pointer: '/id' },
    });
    expect(collections[0]?.facts.find(({ about }) => about === 'entries')?.value).toBe(count);
    expect(collections[0]?.standing ?? []).toEqual(['red', 'blue'].slice(0, count));
    expect([contradictions, notes]).toEqual([[], []]);
  });

  it.each<[string, ScriptedReply, ScriptedReply]>([
    ['alone', labels, labels.red],
    ['in a member', { data: labels }, { data: labels.red }],
    ['of one item', { red: labels.red }, labels.red],
  ])('is found where the user names it: %s', async (_, list, red) => {
    const replies = { 'GET /labels': list, ...items, 'GET /labels/red': red };
    const { baseUrl, client } = await serveReplies(replies);
    const { collections } = await survey(createDeclaredService(baseUrl, { collections: ['/labels'] }), client);
    expect(collections[0]).toMatchObject({
      pagination: { isById: true },
      itemPath: '/labels/{id}',
      id: { pointer: '/id' },
    });
    expect(collections[0]?.standing?.[0]).toBe('red');
  });

  it.each<[string, ScriptedReply]>([
    ['no member is an item', {}],
    ['a member shows something else', { 'GET /labels/red': { uri: 'x', colour: 'y' } }],
  ])('is not assumed where %s', async (_, more) => {
    const { baseUrl, client } = await serveReplies({ 'GET /labels': labels, ...(more as JsonObject) });
    const { collections, notes } = await survey(createDeclaredService(baseUrl, { collections: ['/labels'] }), client);
    expect([collections, notes.join()]).toEqual([[], expect.stringContaining('returns no list of objects')]);
  });

  it('is described where items come in an envelope', async () => {
    const wrapped = { 'GET /labels': labels, 'GET /labels/red': { data: labels.red } };
    const document = describeLabels(map, {}, createObjectSchema({ data: label }));
    const { collections } = await surveyDocument(document, wrapped);
    expect(collections[0]).toMatchObject({ pagination: { isById: true }, envelope: { response: 'data' } });
  });

  it.each<[string, JsonObject, ScriptedReply]>([
    ['its names lead to no item', map, { red: labels.blue, grey: labels.red }],
    ['its objects have other members', { ...map, additionalProperties: createObjectSchema({ count: textSchema }) }, {}],
  ])('is not described where %s', async (_, listed, answer) => {
    const { collections } = await surveyDocument(describeLabels(listed), { 'GET /labels': answer });
    expect(collections[0]?.pagination.isById).toBeUndefined();
  });

  it('is not an object in which nothing is created', async () => {
    const codes = { '/codes': { get: createGet(map) }, '/codes/{code}': { get: createGet(label) } };
    const replies = { 'GET /codes': labels, 'GET /codes/red': labels.red };
    const { collections } = await surveyDocument(createDocument(codes), replies);
    expect(collections).toEqual([]);
  });

  it('is not a single resource, whose members are objects', async () => {
    const settings = { '/settings': { get: createGet({ type: 'object', additionalProperties: label }) } };
    const { collections } = await surveyDocument(describeLabels(map, settings), {
      'GET /labels': labels,
      'GET /settings': { mail: labels.red },
    });
    expect(collections.map(({ path }) => path)).toEqual(['/labels']);
  });
});

it('an entry that does not show its id gets it where items have it, as in later readings', () => {
  const answer = { json: { a7: { href: '/labels/a7' } } } as never;
  const page = { items: '', isById: true, entry: undefined };
  expect(listPageEntries(answer, page, { id: { pointer: '/Id' } })).toEqual([{ href: '/labels/a7', Id: 'a7' }]);
});
