import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const safe = 'safety/head-does-not-change-the-item';
const fields = 'operations/head-has-the-fields-of-get';

/** Audits a service whose HEAD of an item runs what DELETE runs, with an item of another client. */
async function auditDeleting(concurrency: number, isDeleting: (head: number, path: string) => boolean = () => true) {
  const items = new Map<string, object>([['x1', { id: 'x1', name: 'of another client' }]]);
  const heads: string[] = [];
  let last = 0;
  const { baseUrl } = await serveListener(async (request, response) => {
    const { method, url = '' } = request;
    const answer = (status: number, json?: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(json && JSON.stringify(json));
    if (method === 'HEAD') heads.push(url);
    const id = /^\/things\/([^/?]+)$/.exec(url)?.[1];
    if (id === undefined && !/^\/things(\?|$)/.test(url)) return answer(404);
    if (method === 'HEAD' && !isDeleting(heads.length, url))
      return answer(id === undefined || items.has(id) ? 200 : 404);
    if (method === 'HEAD' || method === 'DELETE') return answer(id !== undefined && items.delete(id) ? 200 : 404);
    if (id !== undefined) return items.has(id) ? answer(200, items.get(id)) : answer(404);
    if (method !== 'POST') return answer(200, [...items.values()]);
    let text = '';
    for await (const chunk of request) text += chunk;
    last += 1;
    items.set(`t${last}`, { ...JSON.parse(text), id: `t${last}` });
    return answer(201, items.get(`t${last}`));
  });
  const only = [safe, fields];
  const profile = await loadProfile({ baseUrl, cwd: '/', env: {}, only, collections: ['/things'], concurrency });
  const { results } = await audit(profile, { seed: 1 });
  return { items: [...items.keys()], heads, results };
}

test.each([1, 16])('nor one that deletes at times, with %i cases at a time', async (concurrency) => {
  const { items, heads, results } = await auditDeleting(
    concurrency,
    (head, path) => head === 1 || path === '/things/x1',
  );
  expect(results.map(({ verdict }) => verdict)).not.toContain('violated');
  expect(heads.filter((path) => !path.startsWith('/things/t'))).toEqual([]);
  expect(items).toEqual(['x1']);
});

test.each([1, 16])('only created items get a HEAD that deletes, with %i cases at a time', async (concurrency) => {
  const { items, heads, results } = await auditDeleting(concurrency);
  expect(results.find(({ rule }) => rule === safe)?.verdict).toBe('violated');
  expect(results.filter(({ rule }) => rule === fields).map(({ verdict }) => verdict)).not.toContain('violated');
  expect(heads.filter((path) => !path.startsWith('/things/t'))).toEqual([]);
  expect(items).toEqual(['x1']);
});
