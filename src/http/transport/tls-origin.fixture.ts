import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../origin.fixture.js';

/** Path of a file among the test certificates. */
export const getCertificatePath = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** Text of a file among the test certificates. */
export const readPem = (name: string): string => readFileSync(getCertificatePath(name), 'utf8');

/** The certificate authority of the test servers and clients. */
export const testAuthority = readPem('authority.pem');

/** Serves over TLS on a free port until the test is over; returns the names in client certificates, in order. */
export async function startTlsOrigin(
  listener: RequestListener,
  asks: 'nothing' | 'a certificate' = 'nothing',
): Promise<{ url: string; shown: (string | undefined)[] }> {
  const shown: (string | undefined)[] = [];
  const server = createServer(
    {
      cert: readPem('server.pem'),
      key: readPem('server.key.pem'),
      ...(asks === 'a certificate' && { ca: testAuthority, requestCert: true, rejectUnauthorized: true }),
    },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      shown.push(subject?.CN?.toString());
      listener(request, response);
    },
  );
  server.on('tlsClientError', () => {});
  const url = await listenOnFreePort(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: url.replace('http:', 'https:'), shown };
}
