import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

const document = {
  openapi: '3.1.0',
  info: { title: 'Replicas', version: '1' },
  paths: { '/settings': { get: { responses: { 200: { description: 'The settings.' } } } } },
};

/** Statuses and fields of two replicas that answer in turn. */
interface Replica {
  readonly status: number;
  readonly content: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Audits a service of which two replicas answer requests to /settings in turn; HEAD lacks a header field where `faulty`. */
async function auditReplicas(
  id: string,
  replicas: readonly [Replica, Replica],
  faulty = '',
): Promise<string | undefined> {
  let requests = 0;
  const { baseUrl } = await serveListener(({ url, method }, response) => {
    if (url === '/openapi.json') {
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    }
    if (url !== '/settings') return response.writeHead(404).end();
    const { status, content, headers = {} } = replicas[requests++ % 2] ?? replicas[0];
    const length = { 'content-length': String(Buffer.byteLength(content)) };
    const all = Object.entries({ 'content-type': 'application/json', ...headers, ...length });
    const sent = all.map(([name, value]) => [name, name === faulty && method === 'HEAD' ? `${value}1` : value]);
    return response.writeHead(status, Object.fromEntries(sent)).end(method === 'HEAD' ? undefined : content);
  });
  const report = await audit(await loadProfile({ baseUrl, cwd: '/', env: {}, only: [id] }), { seed: 1 });
  const found = report.results.find(({ rule, subject }) => rule === id && subject === 'GET /settings');
  return found?.verdict;
}

const current: Replica = {
  status: 200,
  content: '{"version":10}',
  headers: { etag: '"10"', link: '</a>; rel="next"' },
};
const older: Replica = { status: 200, content: '{"version":9}', headers: { etag: '"9"' } };
const missing: Replica = { status: 404, content: '{"status":404}' };

test.each([
  ['safety/head-matches-get', older],
  ['safety/head-matches-get', missing],
  ['safety/head-is-supported', missing],
  ['operations/head-has-the-fields-of-get', older],
])('%s is not violated by two replicas that differ', async (id, other) => {
  expect(await auditReplicas(id, [current, other])).not.toBe('violated');
  expect(await auditReplicas(id, [other, current])).not.toBe('violated');
});

test.each([
  ['safety/head-matches-get', 'content-length'],
  ['operations/head-has-the-fields-of-get', 'etag'],
])('%s is violated where HEAD of both replicas has another %s', async (id, field) => {
  expect(await auditReplicas(id, [current, current], field)).toBe('violated');
});
