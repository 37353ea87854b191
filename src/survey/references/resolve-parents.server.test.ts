import { describe, expect, it } from 'vitest';
import {
  get,
  object,
  openapi,
  post,
  type Reply,
  surveyOf,
  text,
} from '../../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../../model/json.js';

const integer = { type: 'integer' };
const thing = object({ id: text });

/** A collection of things with this creation body. */
const things = (path: string, create: Json = object({ label: text }), item: Json = thing, hole = 'id'): JsonObject => ({
  [path]: { get: get({ type: 'array', items: item }), post: post(create) },
  [`${path}/{${hole}}`]: { get: get(item) },
});

const trees = async (create: JsonObject, others: JsonObject, replies: Record<string, Reply> = {}) => {
  const { collections } = await surveyOf(openapi({ ...things('/trees', object(create)), ...others }), replies);
  const found = collections.find(({ name }) => name === 'trees');
  if (!found) throw new Error('no trees were found');
  return found;
};

const growers = things('/growers');
const kinds = things('/kinds', undefined, object({ slug: text }), 'slug');

describe('a member points to another collection', () => {
  it.each<[string, JsonObject, JsonObject, string, string]>([
    ['by its name', { growerId: text }, growers, '/growerId', 'growers'],
    ['in snakes', { grower_id: integer }, growers, '/grower_id', 'growers'],
    ['by a longer name', { formerGrowerId: text }, growers, '/formerGrowerId', 'growers'],
    ['by the name of a natural key', { kind_slug: text }, kinds, '/kind_slug', 'kinds'],
    ['by a noun that is a number', { grower: integer }, growers, '/grower', 'growers'],
    ['by a noun that is a UUID', { grower: { ...text, format: 'uuid' } }, growers, '/grower', 'growers'],
    ['by a noun that is a link', { grower: { ...text, format: 'uri' } }, growers, '/grower', 'growers'],
    ['by its description', { by: { ...text, description: 'The id of the grower' } }, growers, '/by', 'growers'],
    [
      'by the description of a natural key',
      { sort: { ...text, description: 'Slug of the kind.' } },
      kinds,
      '/sort',
      'kinds',
    ],
    ['with an id inside', { grower: object({ id: text }) }, growers, '/grower/id', 'growers'],
    ['a level deeper', { owner: object({ grower_id: text }) }, growers, '/owner/grower_id', 'growers'],
    ['many times', { growerIds: { type: 'array', items: text } }, growers, '/growerIds/0', 'growers'],
    ['many times by number', { growers: { type: 'array', items: integer } }, growers, '/growers/0', 'growers'],
  ])('%s', async (_, create, others, place, collection) => {
    const found = await trees(create, others);
    expect(found.parents).toEqual([{ place, collection }]);
    expect(found.facts).toContainEqual(
      expect.objectContaining({
        provenance: 'assumed',
        evidence: expect.stringContaining('#/paths/~1trees/post: its '),
      }),
    );
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['a text that is called like one', { grower: text }, growers],
    ['a position', { order: integer }, things('/orders')],
    ['a word that only ends so', { paid: text, valid: text, grid: text }, { ...things('/pas'), ...things('/vals') }],
    ['what is read only', { growerId: { ...text, readOnly: true } }, growers],
    ['a choice', { growerId: { ...text, enum: ['a', 'b'] } }, growers],
    ['a name of another thing', { who: { ...text, description: 'The name of the grower' } }, growers],
    ['a whole thing', { grower: object({ id: text, name: text }, { required: ['name'] }) }, growers],
    ['its own collection', { treeId: text }, growers],
    ['what nobody can make', { growerId: text }, { '/growers': { get: get({ type: 'array', items: thing }) } }],
  ])('but not %s', async (_, create, others) => expect((await trees(create, others)).parents).toEqual([]));

  it('with the id of one that is there, as its type wants it', async () => {
    const replies = { 'GET /growers': [{ id: '7' }] };
    expect((await trees({ growerId: integer }, growers, replies)).overrides).toEqual({ '/growerId': 7 });
    const many = { growerIds: { type: 'array', items: text } };
    expect((await trees(many, growers, replies)).overrides).toEqual({ '/growerIds': ['7'] });
  });

  it('with the link of one that is there, or its path', async () => {
    const link = { grower: { ...text, format: 'uri' } };
    const shown = { 'GET /growers': [{ id: '7', self: 'http://x/growers/7' }] };
    expect((await trees(link, growers, shown)).overrides).toEqual({ '/grower': 'http://x/growers/7' });
    const silent = { 'GET /growers': [{ id: '7' }] };
    expect((await trees(link, growers, silent)).overrides).toEqual({ '/grower': '/growers/7' });
  });

  it('as an empty list first, so that its first entry can be filled', async () => {
    const found = await trees({ growerIds: { type: 'array', items: text } }, growers);
    expect(found.overrides).toEqual({ '/growerIds': [] });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['another one of its own', { formerTreeId: text }, {}],
    ['what stands above it', { parentId: text }, {}],
    ['what nobody can make', { growerId: text }, { '/growers': { get: get({ type: 'array', items: thing }) } }],
  ])('is left out where it is %s, and may be left out', async (_, create, others) => {
    const [pointer] = Object.keys(create).map((name) => `/${name}`);
    const found = await trees(create, others);
    expect([found.parents, found.overrides, found.serverAssigned]).toEqual([[], {}, [pointer]]);
    expect(found.facts).toContainEqual({
      about: `parent ${pointer}`,
      value: 'left out',
      provenance: 'assumed',
      evidence: '#/paths/~1trees/post',
    });
  });

  it('is sent where it must be', async () => {
    const { collections } = await surveyOf(
      openapi(
        things('/trees', object({ parentId: text, formerTreeId: text }, { required: ['parentId', 'formerTreeId'] })),
      ),
    );
    expect(collections[0]?.serverAssigned).toBeUndefined();
  });

  it('in one direction only, where both ask for each other', async () => {
    const { collections } = await surveyOf(
      openapi({ ...things('/hens', object({ eggId: text })), ...things('/eggs', object({ henId: text })) }),
    );
    expect(collections.map(({ parents }) => parents)).toEqual([[{ place: '/eggId', collection: 'eggs' }], []]);
    expect(collections.map(({ serverAssigned }) => serverAssigned)).toEqual([undefined, ['/henId']]);
  });
});
