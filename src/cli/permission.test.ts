import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '../audit.js';
import { origin } from '../http/origin.fixture.js';
import { demoCredentials, demoDialects } from '../proving/index.js';
import { libraryProfile, startLibrary } from '../proving/library/index.js';
import type { Permission } from '../rule/index.js';
import { aim } from '../target/index.js';
import type { Report } from '../verdict/index.js';
import { demoService, folderWith } from './assay.fixture.js';
import { declareDialects } from './demo-profile.js';
import { type Passed, type Relay, relayTo } from './relay.fixture.js';

const reading = ['GET', 'HEAD', 'OPTIONS', 'PROPFIND'];
const writing = [...reading, 'PATCH', 'POST', 'PUT'];
const allowed: Readonly<Record<Permission, readonly string[]>> = {
  reads: reading,
  writes: writing,
  deletes: [...writing, 'DELETE'],
  floods: [...writing, 'DELETE'],
};

/** What a service and the relay before it are started with. */
type Ground = () => Promise<{ readonly target: string; readonly file: string | undefined }>;

const demo =
  (dialect: readonly string[]): Ground =>
  async () => ({
    target: await stocked((await demoService({ dialect })).url),
    file: declareDialects(dialect, folderWith()),
  });

/** Something is there to be read, and to be spared. */
async function stocked(url: string): Promise<string> {
  const { token } = demoCredentials('bearer').full as { readonly token: string };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ customer: 'Ada', quantity: 1 });
  for (let i = 0; i < 3; i += 1) await fetch(`${url}/orders`, { method: 'POST', headers, body });
  return url;
}

const library: Ground = async () => {
  const running = await startLibrary();
  onTestFinished(() => running.close());
  const folder = folderWith({ 'profile.json': JSON.stringify(libraryProfile) });
  return { target: running.url, file: join(folder, 'profile.json') };
};

const grounds: readonly (readonly [string, Ground])[] = [
  ['the demo in its dialects', demo([...demoDialects])],
  ['the demo with integer ids, offsets and soft deletion', demo(['ids-integer', 'pagination-offset'])],
  ['the library', library],
];

async function audited(ground: Ground, permit: Permission): Promise<{ relay: Relay; report: Report }> {
  const { target, file } = await ground();
  const relay = await relayTo(target);
  const profile = await aim({
    baseUrl: relay.url,
    cwd: folderWith(),
    env: {},
    permit,
    cases: 2,
    ...(file && { file }),
  });
  return { relay, report: await audit(profile, { seed: 7 }) };
}

const overriding = ({ headers, path }: Passed) =>
  Object.keys(headers).some((name) => /method-override|^x-http-method$/.test(name)) || /[?&]_method=/.test(path);

describe.each(grounds)('%s', (_, ground) => {
  test.each<Permission>(['reads', 'writes', 'deletes'])(
    'sees under %s nothing that goes further',
    async (permit) => {
      const { relay, report } = await audited(ground, permit);
      expect(relay.methods().filter((method) => !allowed[permit].includes(method))).toEqual([]);
      // No rule was held back by the last fence: each says itself how far it goes.
      expect(report.results.filter(({ verdict }) => verdict === 'errored')).toEqual([]);
      if (permit !== 'deletes') expect(relay.passed.filter(overriding)).toEqual([]);
      const expected = { reads: 'GET', writes: 'POST', deletes: 'DELETE' }[permit as 'reads' | 'writes' | 'deletes'];
      expect(relay.methods()).toContain(expected);
    },
    60_000,
  );
});

test('reading follows no link that acts', async () => {
  const acts: string[] = [];
  const links = { self: '/boats/1', delete: '/boats/1/delete', cancel: { href: '/boats/1/cancel' } };
  const { url } = await origin(({ url: path = '' }, response) => {
    const known: Readonly<Record<string, unknown>> = {
      '/': { boats: '/boats', logout: '/logout', shutdown: '/admin/shutdown' },
      '/boats': [{ id: 1, name: 'Argo', _links: links }],
      '/boats/1': { id: 1, name: 'Argo', _links: links },
    };
    if (/delete|cancel|logout|shutdown/.test(path)) acts.push(path);
    const answer = known[path.split('?')[0] ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  const profile = await aim({ baseUrl: url, cwd: folderWith(), env: {}, permit: 'reads', cases: 1 });
  const { results } = await audit(profile, { seed: 1 });
  expect(results.some(({ verdict }) => verdict === 'held')).toBe(true);
  expect(acts).toEqual([]);
});
