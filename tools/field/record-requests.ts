import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A request as it went over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
}

/** Whether a method cannot change anything (RFC 9110 §9.2.1); others may. */
export const isSafe = (method: string): boolean => /(GET|HEAD|OPTIONS)$/.test(method);

/** A relay in front of a service. */
export interface RequestRecorder {
  /** The address under which the service is reached through the relay. */
  readonly url: string;
  /** All requests, in the order in which they arrived. */
  readonly requests: readonly WireRequest[];
  close(): Promise<void>;
}

/** Starts a relay that hands all octets on, unchanged, and records the first line of each request. */
export async function recordRequests(target: string): Promise<RequestRecorder> {
  const { hostname, port, pathname } = new URL(target);
  const requests: WireRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const service = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const read = createRequestReader((request) => requests.push(request));
    client.on('data', (chunk) => read(chunk.toString('latin1')));
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.once('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`.replace(/\/$/, ''),
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Finds request lines in the text of a connection; one may arrive in parts. */
export function createRequestReader(record: (request: WireRequest) => void): (text: string) => void {
  let open = '';
  return (text) => {
    open += text;
    let end = 0;
    for (const { 0: line, 1: method = '', 2: path = '', index } of open.matchAll(requestLine)) {
      record({ method, path });
      end = index + line.length;
    }
    open = open.slice(Math.max(end, open.length - maxLineLength));
  };
}

const requestLine = /([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.[01]\r\n/g;

/** Longest request line that is found if it arrives in parts. */
const maxLineLength = 65_536;
