import type { Socket } from 'node:net';
import type { HostileRequest } from './behaviour.js';

/** Hands over the requests of a connection one after the other; the next one waits until the last is dealt with. */
export function readRequests(socket: Socket, meet: (asked: HostileRequest) => Promise<void>): void {
  let received = Buffer.alloc(0);
  let isBusy = false;
  const next = async (): Promise<void> => {
    const taken = isBusy ? undefined : parseRequest(received);
    if (!taken) return;
    isBusy = true;
    received = taken.rest;
    await meet(taken.asked).catch(() => socket.destroy());
    isBusy = false;
    await next();
  };
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    void next();
  });
}

function parseRequest(received: Buffer): { asked: HostileRequest; rest: Buffer<ArrayBuffer> } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const fields = lines.flatMap((each) => {
    const colon = each.indexOf(':');
    return [each.slice(0, colon), each.slice(colon + 1).trim()];
  });
  const from = end + 4;
  const until =
    from + Number(/\r\ncontent-length: *(\d+)/i.exec(received.subarray(0, end).toString('latin1'))?.[1] ?? 0);
  if (received.length < until) return undefined;
  const [method = '', target = ''] = line.split(' ');
  const content = Buffer.from(received.subarray(from, until));
  return { asked: { method, target, fields, content }, rest: Buffer.from(received.subarray(until)) };
}
