import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const id = 'caching/current-entity-tag-answers-304';
const document = {
  openapi: '3.1.0',
  info: { title: 'Counter', version: '1' },
  paths: { '/settings': { get: { responses: { 200: { description: 'The settings.' } } } } },
};

/** Another client changes the settings before each of the first reads. */
async function auditChanging(changes: number, isConditional: boolean): Promise<string | undefined> {
  let reads = 0;
  const { baseUrl } = await serveListener(({ url, headers }, response) => {
    const isDocument = url === '/openapi.json';
    if (!isDocument && url !== '/settings') return response.writeHead(404).end();
    const version = Math.min(isDocument ? 0 : ++reads, changes);
    const etag = `"${version}"`;
    const isCurrent = isConditional && headers['if-none-match'] === etag;
    const content = JSON.stringify(isDocument ? document : { version });
    return response
      .writeHead(isCurrent ? 304 : 200, { 'content-type': 'application/json', ...(!isDocument && { etag }) })
      .end(isCurrent ? undefined : content);
  });
  const report = await audit(await loadProfile({ baseUrl, cwd: '/', env: {}, only: [id] }), { seed: 1 });
  const found = report.results.find(({ rule, subject }) => rule === id && subject === 'GET /settings');
  return found?.cause ? `${found.verdict}: ${found.cause}` : found?.verdict;
}

test.each([
  ['that settles, and answers 304', 8, true, 'held'],
  ['that settles, and answers 200', 8, false, 'violated'],
  ['that never settles', 1_000, false, 'inconclusive: setup'],
])('an entity tag %s', async (_, changes, isConditional, expected) => {
  expect(await auditChanging(changes, isConditional)).toBe(expected);
});

test.each([
  ['answers 304', true, 'held'],
  ['answers 200', false, 'violated'],
])('a collection that is only read, and %s', async (_, isConditional, expected) => {
  const item = { id: 'x1', name: 'of another client' };
  const { baseUrl } = await serveListener(({ url = '', headers }, response) => {
    const content = { '/things': [item], '/things/x1': item }[url.split('?')[0] ?? ''];
    if (!content) return response.writeHead(404).end();
    const isCurrent = isConditional && headers['if-none-match'] === '"1"';
    return response
      .writeHead(isCurrent ? 304 : 200, { 'content-type': 'application/json', etag: '"1"' })
      .end(isCurrent ? undefined : JSON.stringify(content));
  });
  const profile = await loadProfile({
    baseUrl,
    cwd: '/',
    env: {},
    only: [id],
    collections: ['/things'],
    permit: 'reads',
  });
  const { results } = await audit(profile, { seed: 1 });
  const found = ['GET /things', 'GET /things/{id}'].map((name) => results.find(({ subject }) => subject === name));
  expect(found.map((one) => one?.verdict)).toEqual([expected, expected]);
});
