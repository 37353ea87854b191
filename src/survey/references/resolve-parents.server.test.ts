import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createObjectSchema,
  createPost,
  type ScriptedReply,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../../model/json.js';

const integer = { type: 'integer' };
const thing = createObjectSchema({ id: textSchema });

/** A collection of items with this creation body. */
const things = (
  path: string,
  create: Json = createObjectSchema({ label: textSchema }),
  item: Json = thing,
  hole = 'id',
): JsonObject => ({
  [path]: { get: createGet({ type: 'array', items: item }), post: createPost(create) },
  [`${path}/{${hole}}`]: { get: createGet(item) },
});

const trees = async (create: JsonObject, others: JsonObject, replies: Record<string, ScriptedReply> = {}) => {
  const { collections } = await surveyDocument(
    createDocument({ ...things('/trees', createObjectSchema(create)), ...others }),
    replies,
  );
  const found = collections.find(({ name }) => name === 'trees');
  if (!found) throw new Error('no trees were found');
  return found;
};

const growers = things('/growers');
const kinds = things('/kinds', undefined, createObjectSchema({ slug: textSchema }), 'slug');

describe('a member refers to another collection', () => {
  it.each<[string, JsonObject, JsonObject, string, string]>([
    ['by its name', { growerId: textSchema }, growers, '/growerId', 'growers'],
    ['in snakes', { grower_id: integer }, growers, '/grower_id', 'growers'],
    ['by a longer name', { formerGrowerId: textSchema }, growers, '/formerGrowerId', 'growers'],
    ['by a name whose plural is not English', { growertId: textSchema }, growers, '/growertId', 'growers'],
    ['by the name of a natural key', { kind_slug: textSchema }, kinds, '/kind_slug', 'kinds'],
    ['by a noun that is a number', { grower: integer }, growers, '/grower', 'growers'],
    ['by a noun that is a UUID', { grower: { ...textSchema, format: 'uuid' } }, growers, '/grower', 'growers'],
    ['by a noun that is a link', { grower: { ...textSchema, format: 'uri' } }, growers, '/grower', 'growers'],
    ['by its description', { by: { ...textSchema, description: 'The id of the grower' } }, growers, '/by', 'growers'],
    [
      'by the description of a natural key',
      { sort: { ...textSchema, description: 'Slug of the kind.' } },
      kinds,
      '/sort',
      'kinds',
    ],
    ['with an id inside', { grower: createObjectSchema({ id: textSchema }) }, growers, '/grower/id', 'growers'],
    [
      'a level deeper',
      { owner: createObjectSchema({ grower_id: textSchema }) },
      growers,
      '/owner/grower_id',
      'growers',
    ],
    ['many times', { growerIds: { type: 'array', items: textSchema } }, growers, '/growerIds/0', 'growers'],
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
    ['a text that is called like one', { grower: textSchema }, growers],
    ['a position', { order: integer }, things('/orders')],
    [
      'a word that only ends so',
      { paid: textSchema, valid: textSchema, grid: textSchema },
      { ...things('/pas'), ...things('/vals') },
    ],
    ['what is read only', { growerId: { ...textSchema, readOnly: true } }, growers],
    ['a choice', { growerId: { ...textSchema, enum: ['a', 'b'] } }, growers],
    ['a name of another item', { who: { ...textSchema, description: 'The name of the grower' } }, growers],
    [
      'a whole thing',
      { grower: createObjectSchema({ id: textSchema, name: textSchema }, { required: ['name'] }) },
      growers,
    ],
    ['its own collection', { treeId: textSchema }, growers],
    [
      'a collection without a creation',
      { growerId: textSchema },
      { '/growers': { get: createGet({ type: 'array', items: thing }) } },
    ],
  ])('but not %s', async (_, create, others) => expect((await trees(create, others)).parents).toEqual([]));

  it('and takes no marker', async () => {
    const body = { growerRef: { ...textSchema, description: 'The id of the grower' } };
    expect((await trees(body, growers)).marker).toBeUndefined();
    expect((await trees({ ...body, sort: textSchema }, growers)).marker).toBe('/sort');
    expect((await trees(body, growers, { 'GET /growers': [{ id: 'g1' }] })).marker).toBeUndefined();
    expect((await trees(body, {})).marker).toBe('/growerRef');
  });

  it('with the id of an existing item, in the type of the member', async () => {
    const replies = { 'GET /growers': [{ id: '7' }] };
    expect((await trees({ growerId: integer }, growers, replies)).overrides).toEqual({ '/growerId': 7 });
    const many = { growerIds: { type: 'array', items: textSchema } };
    expect((await trees(many, growers, replies)).overrides).toEqual({ '/growerIds': ['7'] });
  });

  it('with the link or path of an existing item', async () => {
    const link = { grower: { ...textSchema, format: 'uri' } };
    const shown = { 'GET /growers': [{ id: '7', self: 'http://x/growers/7' }] };
    expect((await trees(link, growers, shown)).overrides).toEqual({ '/grower': 'http://x/growers/7' });
    const silent = { 'GET /growers': [{ id: '7' }] };
    expect((await trees(link, growers, silent)).overrides).toEqual({ '/grower': '/growers/7' });
  });

  it('as an empty list first, so that its first entry can be filled', async () => {
    const found = await trees({ growerIds: { type: 'array', items: textSchema } }, growers);
    expect(found.overrides).toEqual({ '/growerIds': [] });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['another one of its own', { formerTreeId: textSchema }, {}],
    ['its parent collection', { parentId: textSchema }, {}],
    [
      'a collection without a creation',
      { growerId: textSchema },
      { '/growers': { get: createGet({ type: 'array', items: thing }) } },
    ],
  ])('is omitted if it is %s and optional', async (_, create, others) => {
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

  it('is sent if it is required', async () => {
    const { collections } = await surveyDocument(
      createDocument(
        things(
          '/trees',
          createObjectSchema(
            { parentId: textSchema, formerTreeId: textSchema },
            { required: ['parentId', 'formerTreeId'] },
          ),
        ),
      ),
    );
    expect(collections[0]?.serverAssigned).toBeUndefined();
  });

  it('in one direction only, if two collections refer to each other', async () => {
    const { collections } = await surveyDocument(
      createDocument({
        ...things('/hens', createObjectSchema({ eggId: textSchema })),
        ...things('/eggs', createObjectSchema({ henId: textSchema })),
      }),
    );
    expect(collections.map(({ parents }) => parents)).toEqual([[{ place: '/eggId', collection: 'eggs' }], []]);
    expect(collections.map(({ serverAssigned }) => serverAssigned)).toEqual([undefined, ['/henId']]);
  });
});

describe('items of a nested collection', () => {
  const ref = (create: JsonObject, required: readonly string[] = []) =>
    createObjectSchema({ ...create, label: textSchema }, { required: [...required] });
  const nested = { ...growers, ...things('/growers/{growerId}/seeds') };

  it('are created for a required member', async () => {
    const create = ref({ seedId: textSchema }, ['seedId']);
    const { collections } = await surveyDocument(createDocument({ ...things('/trees', create), ...nested }));
    expect(collections.find(({ name }) => name === 'trees')?.parents).toEqual([
      { place: '/seedId', collection: 'seeds' },
    ]);
  });

  it('are not created for an optional member, whose parent may have to be a certain one', async () => {
    const found = await trees({ seedId: textSchema }, nested);
    expect([found.parents, found.serverAssigned]).toEqual([[], ['/seedId']]);
  });

  it('are created for an optional member of a collection below the same items', async () => {
    const { collections } = await surveyDocument(
      createDocument({ ...nested, ...things('/growers/{growerId}/shoots', ref({ seedId: textSchema })) }),
    );
    const shoots = collections.find(({ name }) => name === 'shoots');
    expect(shoots?.parents.map(({ place, collection }) => [place, collection])).toEqual([
      ['{growerId}', 'growers'],
      ['/seedId', 'seeds'],
    ]);
  });
});

describe('a member whose name says no collection', () => {
  const owners = {
    '/people': { get: createGet({ type: 'array', items: thing }) },
    '/people/{id}': { get: createGet(thing) },
  };
  const replies = { 'GET /people': [{ id: 'p1' }, { id: 'p2' }] };

  it('refers to the item that its example names', async () => {
    const found = await trees({ leadId: { ...textSchema, example: 'p2' } }, owners, replies);
    expect(found.overrides).toEqual({ '/leadId': 'p2' });
  });

  it('refers to the item in an example of the whole content, such as that of a profile', async () => {
    const create = createObjectSchema({ leadId: { ...textSchema, example: 'p2' } }, { example: { leadId: 'p1' } });
    const { collections } = await surveyDocument(createDocument({ ...things('/trees', create), ...owners }), replies);
    expect(collections.find(({ name }) => name === 'trees')?.overrides).toEqual({ '/leadId': 'p1' });
  });

  it.each<[string, JsonObject]>([
    ['the example is no id of an item', { leadId: { ...textSchema, example: 'p3' } }],
    ['its name is not that of a reference', { lead: { ...textSchema, example: 'p2' } }],
    ['there is no example', { leadId: textSchema }],
  ])('but not if %s', async (_, create) => expect((await trees(create, owners, replies)).overrides).toEqual({}));
});

describe('a list of texts with the name of a collection', () => {
  const slug = { ...textSchema, pattern: '^[a-z]+$' };
  const tagged = things('/kinds', undefined, createObjectSchema({ slug }), 'slug');

  it('refers to its items if their ids have the same pattern', async () => {
    const found = await trees({ kinds: { type: 'array', items: slug } }, tagged);
    expect(found.parents).toEqual([{ place: '/kinds/0', collection: 'kinds' }]);
  });

  it('but not otherwise', async () => {
    expect((await trees({ kinds: { type: 'array', items: textSchema } }, tagged)).parents).toEqual([]);
  });
});
