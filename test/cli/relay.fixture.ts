import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { clock } from '../../src/model/clock.js';

/** A request as it passed. */
export interface RelayedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** When it came, in milliseconds. */
  readonly at: number;
}

/** A relay in front of a service, which counts everything and changes nothing. */
export interface Relay {
  readonly url: string;
  readonly requests: readonly RelayedRequest[];
  /** Methods that passed, each once, in order of the alphabet. */
  methods(): string[];
}

/** Forwards requests to the service at this URL until the end of the test; calls `look` after each response. */
export async function startRelay(
  target: string,
  look: (request: RelayedRequest, status: number) => void = () => undefined,
): Promise<Relay> {
  const passed: RelayedRequest[] = [];
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const request: RelayedRequest = { method, path, headers, at: clock.now() };
    passed.push(request);
    const onward = forward({ hostname, port, method, path, headers }, (answer) => {
      look(request, answer.statusCode ?? 0);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // A request that is aborted in front of the relay is aborted behind it.
    incoming.on('error', () => onward.destroy());
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: passed,
    methods: () => [...new Set(passed.map(({ method }) => method))].sort(),
  };
}
