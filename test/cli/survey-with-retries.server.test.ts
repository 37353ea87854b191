import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { startOrigin } from '../../src/http/origin.fixture.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { createTestFolder } from './assay.fixture.js';

useSteadyClock();

const boats = Array.from({ length: 45 }, (_, index) => ({ id: index + 1, name: `boat ${index + 1}` }));

/** A list of boats with undeclared paging; some requests get another response. */
async function turning(every: number, status: number, headers: Readonly<Record<string, string>> = {}) {
  let n = 0;
  const { url, arrived } = await startOrigin(({ url: target = '' }, response) => {
    n += 1;
    const { pathname, searchParams } = new URL(target, 'http://a.example');
    if (every > 0 && n % every === 0) return response.writeHead(status, headers).end();
    const size = Number(searchParams.get('limit') ?? 10);
    const from = Number(searchParams.get('offset') ?? 0);
    const shown = pathname === '/boats' ? boats.slice(from, from + size) : undefined;
    return response
      .writeHead(shown === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(shown ?? {}));
  });
  const profile = await loadProfile({
    baseUrl: url,
    cwd: createTestFolder(),
    env: {},
    collections: ['/boats'],
    permit: 'reads',
  });
  const { survey } = await audit({ ...profile, only: ['safety/head-is-supported'] }, { seed: 1 });
  return { arrived, survey };
}

const knownIn = ({ survey }: Awaited<ReturnType<typeof turning>>) =>
  survey.collections.map(({ name, facts }) => [name, facts.map(({ about, value }) => [about, value])]);

test.each([
  [429, { 'retry-after': '0' }],
  [503, { 'retry-after': '0' }],
  [502, {}],
])('finds the same facts when some responses are %i', async (status, headers) => {
  const calm = await turning(0, 200);
  const troubled = await turning(9, status, headers);
  expect(JSON.stringify(knownIn(calm))).toContain('offset');
  expect(knownIn(troubled)).toEqual(knownIn(calm));
  expect(troubled.arrived.length).toBeGreaterThan(calm.arrived.length);
  expect(troubled.survey.notes.join()).toContain('sent again');
});

test.each<[number, Readonly<Record<string, string>>, string]>([
  [
    503,
    { 'retry-after': '3600' },
    'the service answered every request with 503, and asks to come back in 3600 s; try again later',
  ],
  [500, {}, 'the service answered every request with 500; try again later, or fix the service first'],
])(
  'where every answer is %i, that ends the run: exit 3, and no advice to name a document',
  async (status, headers, reason) => {
    const { url } = await startOrigin((_, response) => response.writeHead(status, headers).end());
    const profile = await loadProfile({ baseUrl: url, cwd: createTestFolder(), env: {}, permit: 'reads' });
    const { gate, results } = await audit(profile, { seed: 1 });
    expect(gate).toMatchObject({ open: false, exit: 3 });
    expect(gate.reasons.join()).toContain(reason);
    expect(gate.reasons.join()).not.toMatch(/credentials|--openapi/);
    expect(results.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
  },
  30_000,
);

test('waits once for a path that answers 503, and surveys all other paths', async () => {
  const { url } = await startOrigin(({ url: target = '' }, response) => {
    const links = { boats: '/boats', reports: '/reports' };
    if (target.startsWith('/reports')) return response.writeHead(503, { 'retry-after': '6' }).end();
    const shown = target === '/' ? { _links: links } : target.startsWith('/boats') ? boats : undefined;
    const type = { 'content-type': 'application/json' };
    return response.writeHead(shown === undefined ? 404 : 200, type).end(JSON.stringify(shown ?? {}));
  });
  const cwd = createTestFolder();
  const collections = ['/reports', '/boats'];
  const profile = await loadProfile({ baseUrl: url, cwd, env: {}, collections, permit: 'reads' });
  const { survey } = await audit({ ...profile, only: ['safety/head-is-supported'] }, { seed: 1 });
  expect(survey.collections.map(({ name }) => name)).toContain('boats');
  expect(survey.notes.join()).toContain('1 request was sent again');
});
