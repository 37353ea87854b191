import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { Socket } from 'node:net';

/** What is felt of a service between runs. */
export type Availability = 'up' | 'down' | 'restarted';

/** Feels whether a service is there. */
export interface AvailabilityProbe {
  /** Asks once, on the connection of the last time where it still stands. */
  check(): Promise<Availability>;
  close(): void;
}

/** How long an answer may take before nobody is there, in milliseconds. */
const answerTimeoutMs = 5_000;

/** A connection that lived through so many beats is not closed by a habit of the server. */
const trustedChecks = 3;

/**
 * Feels the pulse of the service at a base URL, without any credential: every answer means that it is there. A connection
 * that was kept open for some time, and is closed without notice, tells of a restart too quick to be seen. With GET:
 * after HEAD, connections are often not kept.
 */
export function createAvailabilityProbe(baseUrl: string): AvailabilityProbe {
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
    async check() {
      // The first one may meet a connection that is about to be closed.
      const isThere = (await ask()) || (await ask());
      const wasCut = line.wasCut();
      if (!isThere) return 'down';
      return wasCut ? 'restarted' : 'up';
    },
    close: () => agent.destroy(),
  };
}

/**
 * What became of the connections that were kept open. One that was cut when it was young tells of a restart only once
 * another one has shown that it is no habit of the server.
 */
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
    /** Asked once for each time that it happened. */
    wasCut() {
      const answer = isCut;
      isSuspected &&= !isCut;
      isCut = false;
      return answer;
    },
  };
}
