import { expect, test } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createObjectSchema,
  createPost,
  serveReplies,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import { survey } from '../survey.js';

const schema = createObjectSchema({ id: textSchema, main: { type: 'boolean' } });
const orders = { get: createGet({ type: 'array', items: schema }), post: createPost(schema, {}) };

test('the switch of one item of others is known, and the report says that no item of the run takes it', async () => {
  const { baseUrl, client } = await serveReplies({
    'GET /openapi.json': createDocument({ '/orders': orders }),
    'GET /orders': [
      { id: '1', main: true },
      { id: '2', main: false },
    ],
  });
  const { collections, notes } = await survey(createDeclaredService(baseUrl), client);
  expect(collections[0]?.exclusive).toEqual(['/main']);
  expect(notes).toContain(
    '/orders: at most one listed item has /main, as a default, so no item of the run takes it; to have it sent, declare resources[].create.overrides',
  );
});
