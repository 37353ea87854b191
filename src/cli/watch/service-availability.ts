import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';

/** Time limit for an answer, in milliseconds. */
const answerTimeoutMs = 5_000;

/** If the server keeps a connection open for this many requests, it does not close connections by default. */
const trustedChecks = 3;

/**
 * Checks repeatedly, without credentials, whether the service at a base URL answers: any response counts. If a connection
 * that was kept open for some time closes without notice, the service restarted too quickly to be noticed otherwise. Sends
 * GET, because servers often close connections after HEAD.
 */
export function createAvailabilityProbe(baseUrl: string) {
  const isSecure = baseUrl.startsWith('https:');
  const options = { keepAlive: true, maxSockets: 1 };
  const agent = isSecure ? new SecureAgent({ ...options, rejectUnauthorized: false }) : new Agent(options);
  const line = trackConnections();
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const asked = (isSecure ? secureRequest : request)(baseUrl, { agent, timeout: answerTimeoutMs });
      asked.on('socket', line.on);
      asked.on('response', (response) => {
        line.used(response.headers.connection?.toLowerCase() === 'close');
        response.resume().on('end', () => resolve(true));
      });
      asked.on('timeout', () => asked.destroy(new Error('no answer')));
      asked.on('error', () => resolve(false));
      asked.end();
    });
  return {
    /** Sends one request, on the connection of the last request if it is still open. */
    async check(): Promise<'up' | 'down' | 'restarted'> {
      // The first request can use a connection that is about to be closed.
      const isThere = (await ask()) || (await ask());
      const wasCut = line.wasCut();
      if (!isThere) return 'down';
      return wasCut ? 'restarted' : 'up';
    },
    close: () => agent.destroy(),
  };
}

/** Keeps connections open; an early close means a restart only if another connection stayed open. */
function trackConnections() {
  let line = { beats: 0, isEnding: false };
  let isCut = false;
  let isSuspected = false;
  const known = new WeakSet<Socket>();
  return {
    on(socket: Socket) {
      if (known.has(socket)) return;
      known.add(socket);
      const opened = { beats: 0, isEnding: false };
      line = opened;
      socket.once('close', () => {
        if (opened.isEnding) return;
        isCut ||= opened.beats >= trustedChecks;
        isSuspected ||= opened.beats > 0;
      });
    },
    used(isLast: boolean) {
      line.beats += 1;
      line.isEnding = isLast;
      if (line.beats >= trustedChecks && isSuspected) isCut = true;
    },
    /** Reported once for each time it happened. */
    wasCut() {
      const answer = isCut;
      isSuspected &&= !isCut;
      isCut = false;
      return answer;
    },
  };
}
