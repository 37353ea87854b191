import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const content = {
  'application/json': {
    schema: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1, maxLength: 60 }, size: { type: 'integer' } },
      additionalProperties: false,
    },
  },
};
const answers = (status: number) => ({ responses: { [status]: { description: 'Success.' } } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': { get: answers(200), post: { requestBody: { required: true, content }, ...answers(201) } },
    '/things/{key}': {
      parameters: [{ name: 'key', in: 'path', required: true, schema: { type: 'string' } }],
      get: answers(200),
      delete: answers(204),
    },
  },
};

const rules = [
  'pagination/created-items-are-listed',
  'document/described-address-is-there',
  'caching/created-items-are-listed-in-time',
];

type Item = { readonly name?: string; readonly size?: number };

/** Audits a service that names items in Location, and in GET if `isNamed`, and lists them as `list` shows them. */
async function auditNameless(list: (items: ReadonlyMap<string, Item>) => readonly object[], isNamed = false) {
  const items = new Map<string, Item>([['k0', { name: 'of another client', size: 1 }]]);
  let last = 0;
  const { baseUrl } = await serveListener(async (request, response) => {
    const { method, url = '' } = request;
    const answer = (status: number, json?: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json && JSON.stringify(json));
    if (url === '/openapi.json') return answer(200, document);
    const key = /^\/things\/([^/?]+)$/.exec(url)?.[1];
    if (key === undefined && !/^\/things(\?|$)/.test(url)) return answer(404);
    if (key !== undefined && !items.has(key)) return answer(404);
    if (key !== undefined && method === 'DELETE') return answer(items.delete(key) ? 204 : 404);
    if (key !== undefined) return answer(200, { ...items.get(key), ...(isNamed && { id: key }) });
    if (method !== 'POST') return answer(200, list(items));
    let text = '';
    for await (const chunk of request) text += chunk;
    last += 1;
    items.set(`k${last}`, JSON.parse(text));
    return answer(201, undefined, { location: `/things/k${last}` });
  });
  const profile = await loadProfile({ baseUrl, cwd: '/', env: {}, only: rules });
  const declared = { ...profile, consistency: { ...profile.consistency, listMs: 100 } };
  const { results, survey } = await audit(declared, { seed: 1 });
  const said = rules.map((id) => results.find(({ rule, subject }) => rule === id && /things/.test(subject))?.verdict);
  return { items: [...items.keys()], said, notes: survey.notes.join('\n') };
}

test('a service whose lists show no ids is not in violation, and no item seems to be gone', async () => {
  const { items, said, notes } = await auditNameless((items) => [...items.values()]);
  expect(said).not.toContain('violated');
  expect(said[2]).toBe('held');
  expect(notes).not.toContain('gone');
  expect(items).toEqual(['k0']);
});

test('a list that shows nothing is in violation all the same', async () => {
  const { said } = await auditNameless(() => []);
  expect([said[0], said[2]]).toEqual(['violated', 'inconclusive']);
});

test('a list in which some entries show an id is not in violation: an item may be one of the others', async () => {
  const list = (items: ReadonlyMap<string, Item>) =>
    [...items].map(([id, { name, size }]) => (id === 'k0' ? { id, name, size } : { size }));
  const { said } = await auditNameless(list, true);
  expect([said[0], said[2]]).toEqual(['inconclusive', 'inconclusive']);
});
