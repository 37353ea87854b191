import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Socket } from 'node:net';
import type { ProxyAddress } from '../../model/access.js';
import { revealText } from '../../model/secret.js';

/** Maximum time to open a tunnel, in milliseconds. */
const tunnelTimeoutMs = 10_000;

/**
 * Opens a connection to `authority` through a proxy (RFC 9110 §9.3.6). Rejects with a message when the proxy refuses.
 */
export function openTunnel(authority: string, { url, authorization }: ProxyAddress): Promise<Socket> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain;
  const secret = authorization === undefined ? undefined : revealText(authorization);
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: 'CONNECT',
      path: authority,
      agent: false,
      timeout: tunnelTimeoutMs,
      headers: { host: authority, ...(secret !== undefined && { 'proxy-authorization': secret }) },
    });
    asked.once('connect', ({ statusCode }, socket, head) => {
      if (statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        socket.setTimeout(0);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new Error(`the proxy ${url} answered ${statusCode} to CONNECT ${authority}`));
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${tunnelTimeoutMs} ms`)));
    asked.once('error', (error) => reject(new Error(`the proxy ${url} failed: ${error.message}`)));
    asked.end();
  });
}
