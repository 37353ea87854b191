import type { Socket } from 'node:net';
import type { Asked, Octets, Said } from './behaviour.js';

/** Puts an answer on the wire. */
export async function write(socket: Socket, asked: Asked, answer: Octets | Said): Promise<void> {
  if ('status' in answer) writeSaid(socket, asked, answer);
  else await writeOctets(socket, answer);
}

/** An answer as HTTP/1.1 has it, in octets. */
export function inHttp({ status, reason = '', fields, content }: Said, isHead = false): Buffer {
  const hasLength =
    fields.some(([name]) => name.toLowerCase() === 'content-length') || status === 204 || status === 304;
  const all = hasLength ? fields : [...fields, ['content-length', String(content.length)] as const];
  const head = [`HTTP/1.1 ${status} ${reason}`, ...all.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), isHead ? Buffer.alloc(0) : content]);
}

function writeSaid(socket: Socket, { method, fields }: Asked, said: Said): void {
  const octets = inHttp(said, method === 'HEAD');
  const isLast = fields.some((name, i) => /^connection$/i.test(name) && /close/i.test(fields[i + 1] ?? ''));
  if (isLast) socket.end(octets);
  else socket.write(octets);
}

async function writeOctets(socket: Socket, { octets, forever, everyMs, then }: Octets): Promise<void> {
  socket.write(octets);
  if (forever !== undefined) await repeat(socket, forever, everyMs);
  else if (then === 'reset') socket.resetAndDestroy();
  else if (then === undefined) socket.end();
}

async function repeat(socket: Socket, octets: string | Buffer, everyMs: number | undefined): Promise<void> {
  const gone = new Promise((resolve) => void socket.once('close', resolve));
  while (!socket.destroyed) {
    if (everyMs !== undefined) await paused(socket, everyMs);
    if (!socket.destroyed && !socket.write(octets))
      await Promise.race([new Promise((resolve) => void socket.once('drain', resolve)), gone]);
  }
}

/** The next repetition is due; a connection that ends in the meantime is not waited for. */
function paused(socket: Socket, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      socket.off('close', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    socket.once('close', over);
  });
}
