import { expect, test } from 'vitest';
import { createProfileFolder, listProblems } from '../profile/folder.fixture.js';
import { type MakeProfileOptions, makeProfile } from './make-profile.js';

const baseUrl = 'http://127.0.0.1:1';
const here = (options: MakeProfileOptions = {}) =>
  makeProfile({ baseUrl, cwd: createProfileFolder({}), env: {}, ...options });

test('accepts only a base URL', async () => {
  expect(await here()).toMatchObject({ baseUrl, permit: 'deletes', permitFrom: 'default', isLoopback: true });
});

test('reads a profile given as a value like a file, without a file name', async () => {
  const profile = await here({
    profile: {
      permit: 'writes',
      resources: [{ collection: '/orders', volatile: ['/price'] }],
      waivers: [{ rule: 'safety/head-is-supported', reason: 'legacy' }],
    },
  });
  expect(profile).toMatchObject({ permit: 'writes', permitFrom: 'profile', resources: [{ name: 'orders' }] });
  expect(profile.waivers).toEqual([expect.objectContaining({ reason: 'legacy', where: 'profile /waivers/0' })]);
  expect(profile).not.toHaveProperty('file');
});

test('prefers a profile given as a value to the file in the working directory', async () => {
  const cwd = createProfileFolder({ 'assay.yaml': 'permit: writes' });
  expect(await makeProfile({ baseUrl, cwd, env: {} })).toMatchObject({ permit: 'writes' });
  expect(await makeProfile({ baseUrl, cwd, env: {}, profile: {} })).toMatchObject({ permit: 'deletes' });
});

test('all problems of a value are reported at once, each with its JSON Pointer', async () => {
  const wrong = here({ profile: { permit: 'everything', resources: [{ collection: 7 }] } as never });
  expect(await listProblems(wrong)).toEqual([
    expect.stringMatching(/^profile \/permit: /),
    expect.stringMatching(/^profile \/resources\/0\/collection: /),
  ]);
});

test('replaces variables by those of the given environment, and treats them as secret', async () => {
  const profile = { auth: { scheme: 'bearer', credentials: { full: `\${SHOP_TOKEN}` } } };
  const { secrets } = await here({ profile, env: { SHOP_TOKEN: 'a-secret-of-ours' } });
  expect(secrets.map(({ name }) => name)).toContain('SHOP_TOKEN');
  expect(await listProblems(here({ profile }))).toEqual([expect.stringContaining('SHOP_TOKEN')]);
});

test('credentials in a value are secret, and are named by their location', async () => {
  const profile = { auth: { scheme: 'bearer', credentials: { full: 'a-secret-of-ours' } } };
  const { secrets } = await here({ profile });
  expect(secrets.map(({ name }) => name)).toContain('auth.credentials.full');
});

test('reads a profile from a file, and known failures from another', async () => {
  const waivers = 'waivers: [{ rule: safety/head-is-supported, reason: legacy }]';
  const cwd = createProfileFolder({ 'orders.yaml': 'name: orders', 'known.yaml': waivers });
  const profile = await makeProfile({ baseUrl, cwd, env: {}, profile: 'orders.yaml', baseline: 'known.yaml' });
  expect([profile.name, profile.waivers.length]).toEqual(['orders', 1]);
});
