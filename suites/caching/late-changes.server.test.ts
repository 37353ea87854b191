import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const id = 'caching/each-change-changes-the-entity-tag';

/** Audits a service in which this many reads after each change still show what was there before. */
async function auditDelayed(late: number, tagsChange: boolean): Promise<string | undefined> {
  let last = 0;
  const items = new Map<string, { shown: object; stored: object; reads: number }>();
  const { baseUrl } = await serveListener(async (request, response) => {
    const { method, url = '' } = request;
    const answer = (status: number, json?: object) => {
      const etag = tagsChange ? `"${Buffer.from(JSON.stringify(json ?? {})).toString('base64')}"` : '"1"';
      return response.writeHead(status, { 'content-type': 'application/json', etag }).end(json && JSON.stringify(json));
    };
    const key = /^\/things\/([^/?]+)$/.exec(url)?.[1];
    const item = items.get(key ?? '');
    if (key === undefined ? !/^\/things(\?|$)/.test(url) : item === undefined) return answer(404);
    let text = '';
    for await (const chunk of request) text += chunk;
    if (item && method === 'PUT') {
      Object.assign(item, { stored: { ...JSON.parse(text), id: key }, reads: 0 });
      return answer(204);
    }
    if (item && method === 'DELETE') return answer(items.delete(key ?? '') ? 204 : 404);
    if (item && ++item.reads > late) item.shown = item.stored;
    if (method !== 'POST') return answer(200, item ? item.shown : [...items.values()].map(({ shown }) => shown));
    const created = { ...JSON.parse(text), id: `t${++last}` };
    items.set(created.id, { shown: created, stored: created, reads: 0 });
    return answer(201, created);
  });
  const collections = [
    { collection: '/things', create: { example: { name: 'a' } }, replace: { example: { name: 'b' } }, delete: {} },
  ];
  const profile = await loadProfile({ baseUrl, cwd: '/', env: {}, only: [id], said: { resources: collections } });
  const { results } = await audit(profile, { seed: 1 });
  const found = results.find(({ rule }) => rule === id);
  return found?.cause ? `${found.verdict}: ${found.cause}` : found?.verdict;
}

test.each([
  ['at once', 0, true, 'held'],
  ['at once, with the same tag', 0, false, 'violated'],
  ['late', 1, true, 'held'],
  ['late, with the same tag', 1, false, 'violated'],
  ['never', 1_000, true, 'inconclusive: no-usable-case'],
])('a change that reads show %s', async (_, late, tagsChange, expected) => {
  expect(await auditDelayed(late, tagsChange)).toBe(expected);
});
