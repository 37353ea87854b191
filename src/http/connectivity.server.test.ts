import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkConnectivity, UnreachableError } from './connectivity.js';
import {
  listenOnFreePort,
  openTestClient,
  startCannedServer,
  startOrigin,
  startSocketServer,
} from './origin.fixture.js';

/** The message for a user of this base URL. */
async function adviceOn(baseUrl: string, timeoutMs = 10_000): Promise<string> {
  const trouble = await checkConnectivity(openTestClient(baseUrl, { timeoutMs }), baseUrl).catch(
    (error: unknown) => error,
  );
  expect(trouble).toBeInstanceOf(UnreachableError);
  return (trouble as UnreachableError).message;
}

test.each([200, 301, 401, 404, 500])('accepts %i as a response', async (status) => {
  const { url, arrived } = await startOrigin((_, response) => response.writeHead(status).end());
  await checkConnectivity(openTestClient(url), url);
  expect(arrived.map(({ method }) => method)).toEqual(['GET']);
});

test('advises to start the service when no server listens', async () => {
  const server = createServer();
  const url = await listenOnFreePort(server);
  await new Promise((done) => server.close(done));
  expect(await adviceOn(url)).toContain(
    `${url} cannot be reached: nothing listens on ${new URL(url).host}; start the service`,
  );
});

test('advises to check the spelling when the name does not resolve', async () => {
  expect(await adviceOn('http://orders.invalid')).toContain(
    'the name orders.invalid does not resolve; check its spelling',
  );
});

test('advises http when the port does not use TLS', async () => {
  const { url } = await startOrigin((_, response) => response.end());
  expect(await adviceOn(url.replace('http:', 'https:'))).toMatch(
    /does not speak TLS; try http:\/\/ instead of https:\/\/ \(\w+\)$/,
  );
});

test('advises https when the port uses TLS', async () => {
  const server = createTlsServer({});
  server.on('tlsClientError', () => {});
  const url = await listenOnFreePort(server);
  onTestFinished(() => void server.close());
  expect(await adviceOn(url)).toContain('is it https://, or another protocol?');
});

test.each([
  '<title>400 The plain HTTP request was sent to HTTPS port</title>',
  'Client sent an HTTP request to an HTTPS server.\n',
])('names the base URL to use when an HTTPS port answers HTTP with %j', async (text) => {
  const { url } = await startOrigin((_, response) => response.writeHead(400).end(text));
  expect(await adviceOn(url)).toBe(`${url} is a port for HTTPS: use ${url.replace('http', 'https')} as the base URL`);
});

test('names another protocol when the response is not HTTP', async () => {
  const { url } = await startCannedServer('220 mail.example ESMTP\r\n');
  expect(await adviceOn(url)).toContain('does not answer in HTTP; is it https://, or another protocol?');
});

test('names another protocol when the connection is closed', async () => {
  const url = await startSocketServer((socket) => socket.once('data', () => socket.end()));
  expect(await adviceOn(url)).toContain('closes the connection without an answer');
});

test('advises a longer timeout when there is no response', async () => {
  const url = await startSocketServer(() => {});
  expect(await adviceOn(url, 50)).toContain(
    'it accepts connections but does not answer; if it is only slow, give it more time',
  );
});

describe('a redirect of every request to another origin', () => {
  test.each([301, 302, 307, 308])('with %i names the base URL to use, and is not followed', async (status) => {
    const other = await startOrigin((_, response) => response.end());
    const { url, arrived } = await startOrigin(({ url: path }, response) =>
      response.writeHead(status, { location: `${other.url}/v2${path}` }).end(),
    );
    expect(await adviceOn(`${url}/api`)).toBe(
      `${url}/api redirects with ${status} to ${other.url}/…: use ${other.url}/v2/api as the base URL`,
    );
    expect(arrived).toHaveLength(2);
    expect(other.arrived).toEqual([]);
  });

  test('to https names https', async () => {
    const { url } = await startOrigin(({ url: path, headers }, response) =>
      response.writeHead(308, { location: `https://${headers.host}${path}` }).end(),
    );
    expect(await adviceOn(url)).toContain(`use ${url.replace('http:', 'https:')} as the base URL`);
  });

  test('to a login asks for credentials, and repeats no secrets', async () => {
    const { url } = await startOrigin((_, response) =>
      response.writeHead(302, { location: 'https://sso.example/login?state=hush' }).end(),
    );
    const advice = await adviceOn(url);
    expect(advice).toContain(
      `${url} redirects every request with 302 to https://sso.example/login, which is a login; give credentials with --header`,
    );
    expect(advice).not.toContain('hush');
  });
});

test.each([
  ['the root alone', 'https://docs.example/'],
  ['everything, on the same origin', '/docs'],
  ['everything, to no URL', 'http://['],
])('ignores a redirect of %s', async (what, location) => {
  const { url } = await startOrigin(({ url: path }, response) =>
    path === '/' || what !== 'the root alone'
      ? response.writeHead(301, { location }).end()
      : response.writeHead(404).end(),
  );
  expect(await checkConnectivity(openTestClient(url), url)).toBe(301);
});
