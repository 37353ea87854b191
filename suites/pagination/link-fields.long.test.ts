import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const named = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const number = (name: string) => ({ name, in: 'query', schema: { type: 'integer', minimum: 1, maximum: 20 } });
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': {
      get: {
        parameters: [number('limit'), number('page')],
        responses: { 200: { description: '', ...json({ type: 'array', items: named }) } },
      },
      post: { requestBody: json(named), responses: { 201: { description: '' } } },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: { description: '', ...json(named) } } },
      delete: { responses: { 204: { description: '' } } },
    },
  },
};

type Write = (target: string, relation: string) => string;

/** Audits a service whose only paging information is its Link field; `skipped` entries are missing between two pages. */
async function auditLinked(write: Write, skipped = 0) {
  const items = new Map(Array.from({ length: 7 }, (_, i) => [`x${i}`, { id: `x${i}`, name: 'of another client' }]));
  let last = 0;
  const { baseUrl } = await serveListener(async (request, response) => {
    const { method, url = '' } = request;
    const answer = (status: number, body?: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body && JSON.stringify(body));
    if (url === '/openapi.json') return answer(200, document);
    const { pathname, searchParams } = new URL(url, 'http://any');
    const id = /^\/things\/([^/?]+)$/.exec(pathname)?.[1] ?? '';
    if (id !== '' && method === 'DELETE') return answer(items.delete(id) ? 204 : 404);
    if (pathname !== '/things') return items.has(id) ? answer(200, items.get(id)) : answer(404);
    if (method === 'POST') {
      let text = '';
      for await (const chunk of request) text += chunk;
      last += 1;
      const item = { ...JSON.parse(text), id: `k${last}` };
      items.set(item.id, item);
      return answer(201, item, { location: `/things/${item.id}` });
    }
    const [limit, page] = [Math.min(Number(searchParams.get('limit') ?? 5), 20), Number(searchParams.get('page') ?? 1)];
    const from = (page - 1) * (limit + skipped);
    const to = (other: number, relation: string) => write(`/things?limit=${limit}&page=${other}`, relation);
    const links = [
      ...(from + limit < items.size ? [to(page + 1, 'next')] : []),
      ...(page > 1 ? [to(page - 1, 'prev')] : []),
    ];
    return answer(
      200,
      [...items.values()].slice(from, from + limit),
      links.length > 0 ? { link: links.join(', ') } : {},
    );
  });
  const profile = await loadProfile({ baseUrl, cwd: '/', env: {}, only: ['pagination/*'] });
  const { results } = await audit(profile, { seed: 1 });
  return {
    held: results.filter(({ verdict }) => verdict === 'held').map(({ rule }) => rule),
    violated: results.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule),
  };
}

test.each<[string, Write]>([
  ['a comma in a title', (target, rel) => `<${target}>; title="Page, ${rel}"; rel="${rel}"`],
  ['several relation types', (target, rel) => `<${target}>; rel="https://example.com/rels/more ${rel.toUpperCase()}"`],
  ['a parameter without a value, and empty elements', (target, rel) => `, <${target}>; nopush; REL=${rel} ,`],
  ['unreadable elements and parameters', (target, rel) => `<a, <${target}>; title*=b; rel=${rel}, c`],
])('pages are followed by a Link field with %s', async (_, write) => {
  const { held, violated } = await auditLinked(write);
  expect(violated).toEqual([]);
  expect(held).toContain('pagination/paging-shows-every-item-once');
  expect(held).toContain('pagination/next-link-works-unchanged');
});

test('a link that skips an item is still found', async () => {
  const { violated } = await auditLinked((target, rel) => `<${target}>; title="Page, ${rel}"; rel="x ${rel}"`, 1);
  expect(violated).toContain('pagination/paging-shows-every-item-once');
});
