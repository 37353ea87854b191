import { expect, test } from 'vitest';
import { isObject, type Json } from '../../model/json.js';
import type { Recipe, RecipeRequest } from './recipe.js';
import { shrinkRecipe } from './shrink-recipe.js';

const createRequest = (parts: Partial<RecipeRequest> = {}): RecipeRequest => ({
  method: 'POST',
  template: '/orders',
  query: '',
  fields: {},
  ...parts,
});
const createRecipe = (request: Partial<RecipeRequest>, before: readonly RecipeRequest[] = []): Recipe => ({
  collection: 'orders',
  on: 'collection',
  request: createRequest(request),
  before,
});
const getMember = (body: Json | undefined, name: string) => (isObject(body) ? body[name] : undefined);

test('a body keeps only what the failure needs', async () => {
  const body = { title: 'a long title', tags: ['x', 'y', 'z'], size: 660, note: { deep: 'text' } };
  const small = await shrinkRecipe(createRecipe({ body }), async ({ request }) => {
    const size = getMember(request.body, 'size');
    return typeof size === 'number' && size >= 300 && getMember(request.body, 'note') !== undefined;
  });
  expect(small.request.body).toEqual({ size: 330, note: {} });
});

test('a number becomes the smallest of its kind', async () => {
  const small = await shrinkRecipe(createRecipe({ body: { size: 999 } }), async ({ request }) => {
    const size = getMember(request.body, 'size');
    return typeof size === 'number' && size > 0 && size % 3 === 0;
  });
  expect(small.request.body).toEqual({ size: 3 });
});

test('earlier writes and the query are left out where they do not matter', async () => {
  const before = [createRequest({ method: 'PUT' }), createRequest({ method: 'DELETE' })];
  const recipe = createRecipe({ method: 'GET', query: '?page=1&size=2' }, before);
  const small = await shrinkRecipe(
    recipe,
    async ({ request, before: writes }) =>
      request.query.includes('page=1') && writes.some(({ method }) => method === 'DELETE'),
  );
  expect(small).toMatchObject({ request: { query: '?page=1' }, before: [{ method: 'DELETE' }] });
  expect(small.before).toHaveLength(1);
});

test('stays as it is where nothing smaller fails', async () => {
  const recipe = createRecipe({ body: { a: 1 } });
  expect(await shrinkRecipe(recipe, async () => false)).toBe(recipe);
});
