import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { listening } from '../origin.fixture.js';

/** Path of a file among the test certificates. */
export const certificateFile = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** Text of a file among the test certificates. */
export const pem = (name: string): string => readFileSync(certificateFile(name), 'utf8');

/** The authority whom the test servers and clients are known by. */
export const authority = pem('authority.pem');

/** Serves over TLS on a free port until the test is over; gives the names that clients showed, in order. */
export async function securedOrigin(
  listener: RequestListener,
  asks: 'nothing' | 'a certificate' = 'nothing',
): Promise<{ url: string; shown: (string | undefined)[] }> {
  const shown: (string | undefined)[] = [];
  const server = createServer(
    {
      cert: pem('server.pem'),
      key: pem('server.key.pem'),
      ...(asks === 'a certificate' && { ca: authority, requestCert: true, rejectUnauthorized: true }),
    },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      shown.push(subject?.CN?.toString());
      listener(request, response);
    },
  );
  server.on('tlsClientError', () => {});
  const url = await listening(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: url.replace('http:', 'https:'), shown };
}
