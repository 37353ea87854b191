import { expect, test } from 'vitest';
import { audit } from '../audit.js';
import { origin } from '../http/origin.fixture.js';
import { aim } from '../target/index.js';
import { folderWith } from './assay.fixture.js';

const boats = Array.from({ length: 45 }, (_, index) => ({ id: index + 1, name: `boat ${index + 1}` }));

/** Pages of boats, of which nobody tells how they are turned; every so many requests are answered otherwise. */
async function turning(every: number, status: number, headers: Readonly<Record<string, string>> = {}) {
  let n = 0;
  const { url, arrived } = await origin(({ url: target = '' }, response) => {
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
  const profile = await aim({ baseUrl: url, cwd: folderWith(), env: {}, collections: ['/boats'], permit: 'reads' });
  const { survey } = await audit({ ...profile, only: ['safety/head-is-answered'] }, { seed: 1 });
  return { arrived, survey };
}

const knownIn = ({ survey }: Awaited<ReturnType<typeof turning>>) =>
  survey.collections.map(({ name, facts }) => [name, facts.map(({ about, value }) => [about, value])]);

test.each([
  [429, { 'retry-after': '0' }],
  [503, { 'retry-after': '0' }],
  [502, {}],
])('a survey that is answered %i now and then finds out the same', async (status, headers) => {
  const calm = await turning(0, 200);
  const troubled = await turning(9, status, headers);
  expect(JSON.stringify(knownIn(calm))).toContain('offset');
  expect(knownIn(troubled)).toEqual(knownIn(calm));
  expect(troubled.arrived.length).toBeGreaterThan(calm.arrived.length);
  expect(troubled.survey.notes.join()).toContain('sent again');
});
