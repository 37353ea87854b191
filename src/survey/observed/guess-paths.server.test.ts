import { expect, it } from 'vitest';
import {
  createDeclaredService,
  type ScriptedReply,
  serveListener,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { survey } from '../survey.js';

const guessing = async (replies: Record<string, ScriptedReply>, more: Partial<DeclaredService> = {}) => {
  const { baseUrl, client, asked } = await serveReplies(replies);
  return { ...(await survey(createDeclaredService(baseUrl, { mayGuess: true, ...more }), client)), asked };
};
const pets = [{ id: 7, name: 'Rex' }];
const users = [{ id: 1, name: 'Ada' }];

it.each(['', '/api', '/v1'])('finds collections with common names below "%s"', async (root) => {
  const { collections, notes } = await guessing({
    [`GET ${root}/users`]: users,
    [`GET ${root}/pets`]: pets,
    [`GET ${root}/orders`]: { raw: '', status: 401 },
    [`GET ${root}/posts`]: { raw: '<p>Posts</p>', headers: { 'content-type': 'text/html' } },
  });
  expect(collections.map(({ path }) => path)).toEqual([`${root}/users`, `${root}/pets`]);
  expect(notes.slice(0, 2)).toEqual([
    `by their common names, these were found: ${root}/users, ${root}/pets`,
    `credentials would show more of ${root}/orders, found by common names`,
  ]);
});

it('guesses no path without permission', async () => {
  const { collections, asked, notes } = await guessing({ 'GET /users': users }, { mayGuess: false });
  expect(collections).toEqual([]);
  expect(asked).not.toContain('GET /users');
  expect(notes.join()).toContain('try common names with --guess');
});

it('guesses paths on this machine without being told', async () => {
  const { collections } = await guessing({ 'GET /users': users }, { mayGuess: false, isLoopback: true });
  expect(collections.map(({ path }) => path)).toEqual(['/users']);
});

it('guesses no path where links name collections', async () => {
  const { collections, asked } = await guessing({ 'GET /': { pets: '/pets' }, 'GET /pets': pets, 'GET /users': users });
  expect(collections.map(({ path }) => path)).toEqual(['/pets']);
  expect(asked).not.toContain('GET /users');
});

it.each([
  ['a list', '[]', 200],
  ['a request for credentials', '', 401],
])('believes no name where every path returns %s', async (_, raw, status) => {
  const { baseUrl, client, asked } = await serveListener((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(raw),
  );
  const { collections, notes } = await survey(createDeclaredService(baseUrl, { mayGuess: true }), client);
  expect(collections).toEqual([]);
  expect(notes.join()).toContain('no common name of a collection');
  expect(asked.filter((line) => line.includes('/users'))).toEqual([]);
});

it('tries the less usual names only where a usual one is found', async () => {
  const { asked, notes } = await guessing({ 'GET /pets': pets });
  expect(asked).toContain('GET /users');
  expect(asked).not.toContain('GET /pets');
  expect(notes.join()).toContain('no common name of a collection');
});

it.each([
  ['elsewhere, without permission', {}, undefined],
  ['elsewhere, with permission', { mayGuess: true }, 'POST'],
  ['on this machine', { isLoopback: true }, 'POST'],
  ['with permission to guess, but not to write', { mayGuess: true, permit: 'reads' as const }, undefined],
])('creates from a minimal object in an empty list: %s', async (_, more, method) => {
  const { collections } = await guessing(
    { 'GET /': { pets: '/pets' }, 'GET /pets': [], 'OPTIONS /pets': { raw: '', headers: { allow: 'GET, POST' } } },
    { mayGuess: false, ...more },
  );
  expect(collections.map(({ create }) => create?.method)).toEqual([method]);
});
