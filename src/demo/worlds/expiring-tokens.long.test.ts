import { describe, expect, test } from 'vitest';
import { expectEventually } from '../../../test/support/expect-eventually.js';
import { createRawClient, type Reply } from '../../../test/support/raw-client.js';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { createCredentialFields, createDemoCredentials } from '../service/access/callers.js';
import { startInWorlds } from './worlds.fixture.js';
import { worlds } from './worlds.js';

useSteadyClock();

const fixed = createCredentialFields(createDemoCredentials('bearer').full).headers;
const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` });

interface Declared {
  readonly auth: {
    readonly credentials: Readonly<Record<string, { readonly oauth2: Readonly<Record<string, string>> }>>;
  };
}

const profile = worlds.find(({ name }) => name === 'expiring-tokens')?.profile as Declared;

/** Requests a token as declared in the profile. */
function grant(url: string, role: string, secret?: string): Promise<Reply> {
  const { tokenUrl = '', clientId = '', clientSecret = '' } = profile.auth.credentials[role]?.oauth2 ?? {};
  const pair = Buffer.from(`${clientId}:${secret ?? clientSecret}`).toString('base64');
  return createRawClient(url)('POST', tokenUrl, 'grant_type=client_credentials', {
    authorization: `Basic ${pair}`,
    'content-type': 'application/x-www-form-urlencoded',
  });
}

describe('expiring-tokens', () => {
  test('grants tokens only for the right secret', async () => {
    const { demo } = await startInWorlds(['expiring-tokens']);
    expect((await grant(demo.url, 'full', 'guessed')).status).toBe(401);
    const { status, body } = await grant(demo.url, 'full');
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
    const list = (headers: Readonly<Record<string, string>>) =>
      createRawClient(demo.url)('GET', '/orders', undefined, headers);
    expect((await list(bearer(body.access_token))).status).toBe(200);
    expect((await list(fixed)).status).toBe(401);
    expect((await list({})).status).toBe(401);
  });

  test('expires a token after two seconds with a challenge, and grants another one', async () => {
    const { demo } = await startInWorlds(['expiring-tokens']);
    const { body } = await grant(demo.url, 'full');
    const list = () => createRawClient(demo.url)('GET', '/orders', undefined, bearer(body.access_token));
    await expectEventually(async () => (await list()).status).toBe(401);
    expect((await list()).headers['www-authenticate']).toContain('invalid_token');
    const again = await grant(demo.url, 'full');
    expect((await createRawClient(demo.url)('GET', '/orders', undefined, bearer(again.body.access_token))).status).toBe(
      200,
    );
  });

  test('keeps the permissions of each caller', async () => {
    const { demo } = await startInWorlds(['expiring-tokens']);
    const post = async (role: string) => {
      const { body } = await grant(demo.url, role);
      return createRawClient(demo.url)('POST', '/orders', { customer: 'Ada', quantity: 1 }, bearer(body.access_token));
    };
    expect([(await post('full')).status, (await post('limited')).status]).toEqual([201, 403]);
  });

  test('returns the lifetime of tokens with some seeds only', async () => {
    const told = async (seed: number) => {
      const { demo } = await startInWorlds(['expiring-tokens'], { seed });
      return (await grant(demo.url, 'full')).body.expires_in;
    };
    expect(new Set(await Promise.all([1, 2, 3, 4, 5, 6].map(told)))).toEqual(new Set([2, undefined]));
  });
});

test('revoked-tokens revokes the fixed tokens after many requests', async () => {
  const { ask } = await startInWorlds(['revoked-tokens'], { dialect: ['access-bearer'] });
  let sent = 0;
  while (sent < 2_100 && (await ask('GET', '/orders?limit=1')).status === 200) sent += 1;
  expect(sent).toBeGreaterThanOrEqual(1_000);
  expect(sent).toBeLessThanOrEqual(2_000);
  const { status, headers } = await ask('GET', '/orders');
  expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('invalid_token')]);
});
