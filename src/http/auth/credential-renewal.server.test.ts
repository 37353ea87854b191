// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how what is hidden is shown

import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.fixture.js';
import type { CredentialSource } from '../../model/access.js';
import { UnreachableError } from '../connectivity.js';
import { issueWriteRecord } from '../method-guard.js';
import { listenOnFreePort, openTestClient, startOrigin } from '../origin.fixture.js';
import { openTape } from '../tape.js';
import { clientCredentials, createSecret, openObtainingClient, startTokenService } from './token.fixture.js';

const record = issueWriteRecord(1);

const read = { method: 'GET', path: '/things' } as const;

describe('a token', () => {
  test('is requested as declared, and sent with every request', async () => {
    const service = await startTokenService();
    const client = openObtainingClient(service.url);
    await client.send(read);
    await client.send({ record, ...read, method: 'POST', content: '{}' });
    const [asked, ...others] = service.asked();
    expect(others).toEqual([]);
    expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from('kit:client-hush').toString('base64')}`);
    expect(asked?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(asked?.content).toBe('grant_type=client_credentials&scope=things');
    expect(service.authorizations()).toEqual(Array(2).fill(`Bearer ${service.granted[0]}`));
    expect(client.count()).toBe(3);
  });

  test('is requested from the declared URL, without the credentials of the service', async () => {
    const authority = await startTokenService();
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const obtain = { ...clientCredentials, request: { ...clientCredentials.request, url: `${authority.url}/token` } };
    const callers = {
      full: { headers: { 'x-tenant': '7' }, query: {}, obtain },
      none: { headers: { 'x-tenant': '7' }, query: {} },
    };
    await openTestClient(url, { callers }).send(read);
    expect(arrived[0]?.headers).toMatchObject({ authorization: `Bearer ${authority.granted[0]}`, 'x-tenant': '7' });
    expect(authority.asked()[0]?.headers['x-tenant']).toBeUndefined();
  });

  test('is requested under the base URL with the fields of every request', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end('{"access_token":"a"}'));
    const none = { headers: { 'x-tenant': '7' }, query: {} };
    const client = openTestClient(`${url}/v1`, { callers: { full: { ...none, obtain: clientCredentials }, none } });
    await client.obtainCredentials();
    expect(arrived[0]).toMatchObject({ target: '/v1/token', headers: { 'x-tenant': '7' } });
  });

  test.each<[CredentialSource['send'], string, Record<string, string>]>([
    [{ in: 'query', name: 'key', template: '{token}' }, '/things?a=b&key=a%20b', {}],
    [{ in: 'header', name: 'X-Auth', template: 'Token="{token}"' }, '/things?a=b', { 'x-auth': 'Token="a b"' }],
    [{ in: 'header', name: 'cookie', template: 'sid={token}' }, '/things?a=b', { cookie: 'lang=de; sid=a b' }],
  ])('is sent as said: %j', async (send, target, headers) => {
    const { url, arrived } = await startOrigin((_, response) => response.end('{"access_token":"a b"}'));
    const full = { headers: { cookie: 'lang=de' }, query: {}, obtain: { ...clientCredentials, send } };
    await openTestClient(url, { callers: { full } }).send({ method: 'GET', path: '/things?a=b' });
    expect(arrived[1]).toMatchObject({ target, headers });
  });
});

describe('a 401', () => {
  test.each(['send', 'raw'] as const)('to %s causes a new token and one repetition of the request', async (way) => {
    const service = await startTokenService();
    const client = openObtainingClient(service.url);
    await client.send(read);
    service.withdraw();
    const request = { method: 'POST', path: '/things', content: '{"a":1}' };
    const exchange = await client[way]({ ...request, record });
    expect(exchange.answer?.status).toBe(200);
    expect(exchange.n).toBe(5);
    expect(service.authorizations()).toEqual([0, 0, 1].map((index) => `Bearer ${service.granted[index]}`));
    expect(service.arrived.at(-1)?.content).toBe('{"a":1}');
    expect(client.getRecord(exchange).answer?.status).toBe(200);
  });

  test('to many requests at the same time causes one new token', async () => {
    const service = await startTokenService();
    const client = openObtainingClient(service.url);
    await client.send(read);
    service.withdraw();
    const exchanges = await Promise.all(Array.from({ length: 8 }, () => client.send(read)));
    expect(exchanges.map(({ answer }) => answer?.status)).toEqual(Array(8).fill(200));
    expect(service.asked()).toHaveLength(2);
  });

  test('to the repeated request is returned', async () => {
    const { url, arrived } = await startOrigin(({ url: path }, response) =>
      path === '/token' ? response.end('{"access_token":"abc"}') : response.writeHead(401).end(),
    );
    const client = openObtainingClient(url);
    const { answer, n } = await client.send({ method: 'GET', path: '/things/7?a=b' });
    expect([answer?.status, n]).toEqual([401, 4]);
    expect(arrived.map(({ target }) => target)).toEqual(['/token', '/things/7?a=b', '/token', '/things/7?a=b']);
    await client.send({ method: 'GET', path: '/things/01890a5d-ac96' });
    expect(client.count()).toBe(5);
    await client.send({ method: 'GET', path: '/others' });
    expect(client.count()).toBe(8);
  });

  test.each(['none', 'invalid', 'expired'])('to %s is treated as declared', async (as) => {
    const service = await startTokenService();
    const client = openObtainingClient(service.url);
    await client.send(read);
    const before = service.arrived.length;
    expect((await client.send({ ...read, as })).answer?.status).toBe(401);
    expect((await client.raw({ ...read, as })).answer?.status).toBe(401);
    expect(service.arrived).toHaveLength(before + 2);
    expect(service.asked()).toHaveLength(1);
    expect(service.authorizations().slice(1)).not.toContain(`Bearer ${service.granted[0]}`);
  });

  test('to a request with its own credential is returned', async () => {
    const service = await startTokenService();
    const exchange = await openObtainingClient(service.url).send({
      ...read,
      headers: { Authorization: 'Bearer mine' },
    });
    expect(exchange.answer?.status).toBe(401);
    expect(service.authorizations()).toEqual(['Bearer mine']);
    expect(service.asked()).toHaveLength(1);
  });

  test('is returned when the token endpoint grants no new token', async () => {
    let isOpen = true;
    const service = await startTokenService({
      instead: (_, response) => {
        if (isOpen) return false;
        response.writeHead(400).end('{"error":"invalid_client"}');
        return true;
      },
    });
    const client = openObtainingClient(service.url);
    await client.send(read);
    service.withdraw();
    isOpen = false;
    expect((await client.send(read)).answer?.status).toBe(401);
  });
});

describe('a refresh token', () => {
  test('is used for the next token', async () => {
    const service = await startTokenService({ more: { refresh_token: 'r&1' } });
    const client = openObtainingClient(service.url);
    await client.send(read);
    service.withdraw();
    expect((await client.send(read)).answer?.status).toBe(200);
    expect(service.asked()[1]?.content).toBe('grant_type=refresh_token&refresh_token=r%261');
  });

  test('that is refused is replaced by a new grant', async () => {
    const service = await startTokenService({
      more: { refresh_token: 'r1' },
      instead: (_, response, content) => {
        if (!content.startsWith('grant_type=refresh_token')) return false;
        response.writeHead(400).end('{"error":"invalid_grant"}');
        return true;
      },
    });
    const client = openObtainingClient(service.url);
    await client.send(read);
    service.withdraw();
    expect((await client.send(read)).answer?.status).toBe(200);
    expect(service.asked().map(({ content }) => content.split('&')[0])).toEqual([
      'grant_type=client_credentials',
      'grant_type=refresh_token',
      'grant_type=client_credentials',
    ]);
  });
});

describe('a token that cannot be obtained', () => {
  const trouble = async (url: string) => {
    const callers = {
      full: { headers: {}, query: {}, obtain: clientCredentials },
      limited: { headers: {}, query: {}, obtain: { ...clientCredentials, name: 'auth.credentials.limited' } },
    };
    const error = await openTestClient(url, { callers, secrets: [createSecret('CLIENT', 'client-hush')] })
      .obtainCredentials()
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnreachableError);
    return (error as UnreachableError).message;
  };

  test('is reported for each caller, with the text of the token endpoint, and without secrets', async () => {
    const { url } = await startTokenService({
      instead: (_, response) => {
        response.writeHead(401).end('{"error":"invalid_client","error_description":"client-hush is wrong"}');
        return true;
      },
    });
    const words = `POST ${url}/token returned 401 invalid_client (\${CLIENT} is wrong); check clientId`;
    const lines = (await trouble(url)).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`auth.credentials.full cannot be obtained: ${words}`);
    expect(lines[1]).toContain(`auth.credentials.limited cannot be obtained: ${words}`);
  });

  test('is reported with advice when no server listens', async () => {
    const server = createServer();
    const url = await listenOnFreePort(server);
    await new Promise((done) => server.close(done));
    expect(await trouble(url)).toContain(`nothing listens on ${new URL(url).host}; start the service`);
  });
});

describe('the tape', () => {
  test('shows every request, and no tokens or token requests', async () => {
    const file = join(createTemporaryFolder(), 'run.tape');
    const tape = openTape(file);
    const { url } = await startOrigin(({ url: path, headers }, response) => {
      if (path?.startsWith('/login')) {
        response.setHeader('x-session', 'granted-hush-1');
        response.setHeader('set-cookie', 'sid=cookie-hush');
        response.end('{"access_token":"granted-hush-1","refresh_token":"refresh-hush","note":"private-hush"}');
      } else response.end(`you are ${headers.authorization}, ${Buffer.from('granted-hush-1').toString('base64')}`);
    });
    const request = { ...clientCredentials.request, url: '/login?user=me&word=url-hush', content: 'word=content-hush' };
    const client = openObtainingClient(url, { ...clientCredentials, request }, { tape });
    const exchange = await client.send(read);
    expect(exchange.answer?.text).toContain('granted-hush-1');
    tape.close();
    const written = readFileSync(file, 'utf8') + JSON.stringify(client.getRecord(exchange));
    expect(written).not.toMatch(/hush/);
    expect(written).not.toContain(Buffer.from('granted-hush-1').toString('base64'));
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({
      n: 1,
      role: 'survey',
      request: { method: 'POST', url: `${url}/login?[redacted]`, content: '[redacted]' },
    });
    expect(lines[1]).toMatchObject({ n: 1, answer: { status: 200, content: '[redacted]' } });
    expect(lines[1].answer.headers).toMatchObject({ 'x-session': '[redacted]', 'set-cookie': '[redacted]' });
    expect(lines[2].request.headers.authorization).toBe('Bearer ${auth.credentials.full}');
    expect(lines[3].answer.content).toBe('you are Bearer ${auth.credentials.full}, ${auth.credentials.full}');
    expect(client.redact('granted-hush-1')).toBe('${auth.credentials.full}');
  });
});

describe('cookies', () => {
  test('are sent only by the caller who logged in', async () => {
    const { url, arrived } = await startOrigin(({ url: path, method }, response) => {
      const who = path?.slice(1) ?? '';
      if (method === 'POST') response.setHeader('set-cookie', [`sid=${who}-session`, 'other=login']);
      else response.setHeader('set-cookie', `stray=for-${who}; Path=/`);
      response.end('{}');
    });
    const logIn = (who: string): CredentialSource => ({
      name: who,
      request: { method: 'POST', url: `/${who}`, headers: {} },
      take: { in: 'cookie', name: 'sid' },
      send: { in: 'header', name: 'cookie', template: '{token}' },
    });
    const client = openTestClient(url, {
      callers: {
        full: { headers: {}, query: {}, obtain: logIn('full') },
        limited: { headers: {}, query: {}, obtain: logIn('limited') },
        none: { headers: {}, query: {} },
        otherTenant: { headers: { 'x-key': 'k' }, query: {} },
      },
    });
    await client.obtainCredentials();
    for (const as of ['full', 'limited', 'none', 'otherTenant', 'full', 'limited', 'none', 'otherTenant'])
      await client.send({ method: 'GET', path: `/${as}`, as });
    await client.raw({ method: 'GET', path: '/none', as: 'none' });
    const sent = arrived
      .filter(({ method }) => method === 'GET')
      .map(({ target, headers }) => [target, headers.cookie]);
    const round = [
      ['/full', 'sid=full-session'],
      ['/limited', 'sid=limited-session'],
      ['/none', undefined],
      ['/otherTenant', undefined],
    ];
    expect(sent).toEqual([...round, ...round, ['/none', undefined]]);
    expect(arrived.filter(({ method }) => method === 'POST').map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('of a login that redirects are kept, and the redirect is not followed', async () => {
    const { url, arrived } = await startOrigin(({ method }, response) =>
      method === 'POST'
        ? response.writeHead(303, { 'set-cookie': 'sid=abc', location: '/home' }).end()
        : response.end('{}'),
    );
    const obtain: CredentialSource = {
      name: 'full',
      request: { method: 'POST', url: '/login', headers: {} },
      take: { in: 'cookie' },
      send: { in: 'header', name: 'cookie', template: '{token}' },
    };
    await openObtainingClient(url, obtain).send(read);
    expect(arrived.map(({ target, headers }) => [target, headers.cookie])).toEqual([
      ['/login', undefined],
      ['/things', 'sid=abc'],
    ]);
  });
});
