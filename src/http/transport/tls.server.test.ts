import { readFileSync } from 'node:fs';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { clientCredentials, createSecret } from '../auth/token.fixture.js';
import { adviseOnNetworkError, checkConnectivity, UnreachableError } from '../connectivity.js';
import { openTestClient } from '../origin.fixture.js';
import { getCertificatePath, readPem, startTlsOrigin, testAuthority } from './tls-origin.fixture.js';

const own = { cert: readPem('client.pem'), key: createSecret('key', readPem('client.key.pem')) };
const read = { method: 'GET', path: '/things' } as const;

/** The message when the connection is refused. */
const adviceOn = async (url: string, options = {}): Promise<string> => {
  const trouble = await checkConnectivity(openTestClient(url, options), url).catch((error: unknown) => error);
  expect(trouble).toBeInstanceOf(UnreachableError);
  return (trouble as UnreachableError).message;
};

describe('a server with an unknown certificate authority', () => {
  test('is not trusted, and the message names the flags', async () => {
    const { url, shown } = await startTlsOrigin((_, response) => response.end());
    expect(await adviceOn(url)).toContain(
      'is not trusted; give its certificate authority with --ca, or skip the check with --insecure',
    );
    expect((await openTestClient(url).raw(read)).silence).toMatch(/certificate/);
    expect(shown).toEqual([]);
  });

  test.each([{ ca: [testAuthority] }, { isInsecure: true }])('is accepted with %j', async (tls) => {
    const { url } = await startTlsOrigin((_, response) => response.end('here'));
    const client = openTestClient(url, { tls });
    expect((await client.send(read)).answer?.text).toBe('here');
    expect((await client.raw(read)).answer?.content).toContain('here');
    expect((await client.abort(read, 'whole')).silence).toContain('the kit aborted the connection');
  });

  test('is not accepted because of another trusted authority', async () => {
    const { url } = await startTlsOrigin((_, response) => response.end());
    expect(await adviceOn(url, { tls: { ca: [readPem('client.pem')] } })).toContain('is not trusted');
  });

  test('also applies to token requests', async () => {
    const { url } = await startTlsOrigin((_, response) => response.end('{"access_token":"abc"}'));
    const callers = { full: { headers: {}, query: {}, obtain: clientCredentials } };
    const client = openTestClient(url, { tls: { ca: [testAuthority] }, callers });
    await client.obtainCredentials();
    expect(client.count()).toBe(1);
  });
});

describe('a server that asks for a certificate', () => {
  test('refuses a client without a certificate, which is reported', async () => {
    const { url, shown } = await startTlsOrigin((_, response) => response.end(), 'a certificate');
    expect(await adviceOn(url, { tls: { ca: [testAuthority] } })).toContain(
      'closes the connection without an answer; does it require a client certificate (--cert and --key)',
    );
    expect(shown).toEqual([]);
  });

  test.each([
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: tlsv13 alert certificate required',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: sslv3 alert bad certificate',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: tlsv1 alert unknown ca',
  ])('may refuse with a response: %s', (silence) => {
    expect(adviseOnNetworkError(silence, 'https://x')).toContain('x requires a client certificate, or rejects the one');
  });

  const forms = {
    'a certificate and a key': own,
    'a locked key': {
      cert: readPem('client.pem'),
      key: createSecret('key', readPem('client.locked.key.pem')),
      passphrase: createSecret('word', 'open-sesame'),
    },
    'a PKCS #12 file': {
      pfx: createSecret('pfx', readFileSync(getCertificatePath('client.p12')).toString('base64')),
      passphrase: createSecret('word', 'open-sesame'),
    },
  };

  test.each(Object.entries(forms))('accepts %s, by both transports', async (_, certificate) => {
    const { url, shown } = await startTlsOrigin((_request, response) => response.end(), 'a certificate');
    const client = openTestClient(url, { tls: { ca: [testAuthority], ...certificate } });
    await client.send(read);
    await client.raw(read);
    expect(shown).toEqual(['Assay test client', 'Assay test client']);
  });

  test('accepts only the caller with the certificate on its connections', async () => {
    const { url, shown } = await startTlsOrigin((_, response) => response.end(), 'a certificate');
    const anonymous = { headers: {}, query: {} };
    const callers = { full: { ...anonymous, certificate: own }, none: anonymous, invalid: anonymous };
    const client = openTestClient(url, { tls: { ca: [testAuthority] }, callers });
    for (const as of ['full', 'none', 'invalid', 'full']) {
      const { answer } = await client.send({ ...read, as });
      expect([as, answer?.status]).toEqual([as, as === 'full' ? 200 : undefined]);
      const raw = await client.raw({ ...read, as });
      expect([as, raw.answer?.status]).toEqual([as, as === 'full' ? 200 : undefined]);
    }
    expect(shown).toEqual(Array(4).fill('Assay test client'));
  });
});

test.each([false, true])(
  'a new connection resumes the session of an earlier one, with HTTP/2 allowed: %s',
  async (isHttp2) => {
    const resumed: boolean[] = [];
    const { url } = await startTlsOrigin((request, response) => {
      resumed.push((request.socket as TLSSocket).isSessionReused());
      response.writeHead(200, { connection: 'close' }).end();
    });
    const client = openTestClient(url, { tls: { ca: [testAuthority] }, isHttp2 });
    await client.send(read);
    await client.send(read);
    await client.raw(read);
    expect(resumed.slice(1)).toEqual([true, true]);
  },
);
