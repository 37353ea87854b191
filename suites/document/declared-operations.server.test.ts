import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const content = {
  'application/json': {
    schema: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
  },
};
const answers = (status: number) => ({ responses: { [status]: { description: 'Success.' } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const post = { requestBody: { required: true, content }, ...answers(201) };

/** Audits a service that removes items at `removal`, which the profile may declare, with 204. */
async function auditRemoval(described: object, removal: '/things' | '/store', declared: object) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { get: answers(200), post },
      '/things/{id}': { parameters: [id], get: answers(200), ...described },
    },
  };
  const items = new Map<string, object>();
  let last = 0;
  const { baseUrl } = await serveListener(async (request, response) => {
    const { method, url = '' } = request;
    const answer = (status: number, json?: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json && JSON.stringify(json));
    if (url === '/openapi.json') return answer(200, document);
    const [, list = '', key] = /^(\/\w+)(?:\/([^/?]+))?(?:\?.*)?$/.exec(url) ?? [];
    if (list !== '/things' && list !== removal) return answer(404);
    if (key !== undefined && !items.has(key)) return answer(404);
    if (key !== undefined && method === 'DELETE') return answer(list === removal && items.delete(key) ? 204 : 405);
    if (key !== undefined) return answer(200, items.get(key));
    if (method !== 'POST') return answer(200, [...items.values()]);
    let text = '';
    for await (const chunk of request) text += chunk;
    last += 1;
    const item = { ...JSON.parse(text), id: `k${last}` };
    items.set(item.id, item);
    return answer(201, item, { location: `/things/${item.id}` });
  });
  const rule = 'document/writes-are-as-described';
  const said = { resources: [{ collection: '/things', ...declared }] };
  const { results } = await audit(await loadProfile({ baseUrl, cwd: '/', env: {}, only: [rule], said }), { seed: 1 });
  return { said: results.find((result) => result.rule === rule)?.verdict, left: [...items.keys()] };
}

const other = { delete: answers(200) };

test.each<[string, object, '/things' | '/store', object]>([
  ['does not describe', {}, '/things', { delete: { mode: 'hard' } }],
  ['describes for another path', other, '/store', { item: '/store/{id}' }],
])('a declared DELETE that the document %s has no described status', async (_, described, removal, declared) => {
  expect(await auditRemoval(described, removal, declared)).toEqual({ said: 'held', left: [] });
});

test('a DELETE that the document describes has the described status, whatever the profile declares beside', async () => {
  const declared = { item: '/things/{key}', delete: { mode: 'hard' } };
  expect(await auditRemoval(other, '/things', declared)).toEqual({ said: 'violated', left: [] });
});
