import { expect, test } from 'vitest';
import { createProfileFolder, listProblems } from '../profile/folder.fixture.js';
import { type MakeProfileOptions, makeProfile } from './make-profile.js';

const baseUrl = 'http://127.0.0.1:1';
const here = (options: MakeProfileOptions = {}) =>
  makeProfile({ baseUrl, cwd: createProfileFolder({}), env: {}, ...options });

test('a base URL is enough', async () => {
  expect(await here()).toMatchObject({ baseUrl, permit: 'deletes', permitFrom: 'default', isLoopback: true });
});

test('a profile may be a value: it is read as a file would be, and is named as none', async () => {
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

test('a value takes the place of the file in the working directory', async () => {
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

test('variables are filled in from the environment that was given, and are secret', async () => {
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

test('a profile may be a file, with what is known from before in another', async () => {
  const waivers = 'waivers: [{ rule: safety/head-is-supported, reason: legacy }]';
  const cwd = createProfileFolder({ 'orders.yaml': 'name: orders', 'known.yaml': waivers });
  const profile = await makeProfile({ baseUrl, cwd, env: {}, profile: 'orders.yaml', baseline: 'known.yaml' });
  expect([profile.name, profile.waivers.length]).toEqual(['orders', 1]);
});
