import { describe, expect, test } from 'vitest';
import { createSecret } from '../auth/token.fixture.js';
import { checkConnectivity, UnreachableError } from '../connectivity.js';
import { openTestClient, startOrigin, startSocketServer } from '../origin.fixture.js';
import { startTestProxy } from './proxy.fixture.js';
import { chooseProxy } from './routes.js';
import { startTlsOrigin, testAuthority } from './tls-origin.fixture.js';

const read = { method: 'GET', path: '/things?a=b' } as const;
const through = (url: string, authorization?: ReturnType<typeof createSecret>) => {
  const address = { url, ...(authorization && { authorization }) };
  return { http: address, https: address, except: [] };
};

describe('through a proxy', () => {
  test('requests without TLS are forwarded, by both transports', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end('here'));
    const { url: address, asked } = await startTestProxy();
    const client = openTestClient(`${url}/v1`, { proxies: through(address) });
    expect((await client.send(read)).answer?.text).toBe('here');
    expect((await client.raw(read)).answer?.content).toContain('here');
    expect(asked.map(({ line }) => line)).toEqual(Array(2).fill(`GET ${url}/v1/things?a=b`));
    expect(arrived.map(({ target, headers }) => [target, headers.host])).toEqual(
      Array(2).fill(['/v1/things?a=b', new URL(url).host]),
    );
  });

  test('requests over TLS go through a tunnel, by both transports', async () => {
    const { url } = await startTlsOrigin((_, response) => response.end('here'));
    const { url: address, asked } = await startTestProxy();
    const client = openTestClient(url, { tls: { ca: [testAuthority] }, proxies: through(address) });
    expect((await client.send(read)).answer?.text).toBe('here');
    expect((await client.raw(read)).answer?.content).toContain('here');
    expect((await client.abort(read, 'whole')).silence).toContain('the kit aborted the connection');
    expect(asked.map(({ line }) => line)).toEqual(Array(3).fill(`CONNECT ${new URL(url).host}`));
  });

  test('the certificate of a server in a tunnel is verified', async () => {
    const { url } = await startTlsOrigin((_, response) => response.end());
    const { url: address } = await startTestProxy();
    const { silence } = await openTestClient(url, { proxies: through(address) }).send(read);
    expect(silence).toMatch(/certificate/);
  });

  test('its credentials go to the proxy and not to the service', async () => {
    const { url, arrived } = await startOrigin((_, response) => response.end());
    const safe = await startTlsOrigin((_, response) => response.end());
    const { url: address, asked } = await startTestProxy('Basic abc');
    const proxies = through(address, createSecret('proxy', 'Basic abc'));
    await openTestClient(url, { proxies }).send(read);
    await openTestClient(safe.url, { proxies, tls: { ca: [testAuthority] } }).send(read);
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Basic abc', 'Basic abc']);
    expect(arrived[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  test('a proxy that refuses or does not exist is reported with advice', async () => {
    const { url } = await startTlsOrigin((_, response) => response.end());
    const closed = await startTestProxy('Basic abc');
    const adviceOn = async (address: string) => {
      const trouble = await checkConnectivity(openTestClient(url, { proxies: through(address) }), url).catch(
        (error: unknown) => error,
      );
      expect(trouble).toBeInstanceOf(UnreachableError);
      return (trouble as UnreachableError).message;
    };
    const advice = 'check --proxy, and the variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY';
    expect(await adviceOn(closed.url)).toContain(`${advice} (the proxy ${closed.url} answered 407 to CONNECT`);
    const deaf = await startSocketServer((socket) => socket.destroy());
    expect(await adviceOn(deaf)).toContain(`${advice} (the proxy ${deaf} failed: `);
  });
});

test.each([
  ['http://api.example.com', 'http'],
  ['https://api.example.com', 'https'],
  ['https://a.inner.example', undefined],
  ['https://inner.example', undefined],
  ['https://notinner.example', 'https'],
  ['http://b.dotted.example', undefined],
  ['http://starred.example', undefined],
  ['http://ported.example:8080', undefined],
  ['http://ported.example', 'http'],
  ['https://default.example', undefined],
  ['http://default.example', 'http'],
  ['http://[::1]:3000', undefined],
])('%s goes through the proxy for %s', (url, scheme) => {
  const proxies = {
    http: { url: 'http' },
    https: { url: 'https' },
    except: [
      'inner.example',
      '.dotted.example',
      '*.starred.example',
      'ported.example:8080',
      'default.example:443',
      '[::1]',
      '',
    ],
  };
  expect(chooseProxy(new URL(url), proxies)?.url).toBe(scheme);
  expect(chooseProxy(new URL(url), { ...proxies, except: ['*'] })).toBeUndefined();
  expect(chooseProxy(new URL(url), undefined)).toBeUndefined();
});
