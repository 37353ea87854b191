import type { Socket } from 'node:net';
import type { HostileAnswer, HostileRequest, RawOctets } from './behaviour.js';

/** Puts an answer on the wire. */
export async function writeAnswer(
  socket: Socket,
  asked: HostileRequest,
  answer: RawOctets | HostileAnswer,
): Promise<void> {
  if ('status' in answer) writeHttpAnswer(socket, asked, answer);
  else await writeOctets(socket, answer);
}

/** An answer as HTTP/1.1 has it, in octets. */
export function encodeHttp({ status, reason = '', fields, content }: HostileAnswer, isHead = false): Buffer {
  const hasLength =
    fields.some(([name]) => name.toLowerCase() === 'content-length') || status === 204 || status === 304;
  const all = hasLength ? fields : [...fields, ['content-length', String(content.length)] as const];
  const head = [`HTTP/1.1 ${status} ${reason}`, ...all.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), isHead ? Buffer.alloc(0) : content]);
}

function writeHttpAnswer(socket: Socket, { method, fields }: HostileRequest, said: HostileAnswer): void {
  const octets = encodeHttp(said, method === 'HEAD');
  const isLast = fields.some((name, i) => /^connection$/i.test(name) && /close/i.test(fields[i + 1] ?? ''));
  if (isLast) socket.end(octets);
  else socket.write(octets);
}

async function writeOctets(socket: Socket, { octets, forever, everyMs, then }: RawOctets): Promise<void> {
  socket.write(octets);
  if (forever !== undefined) await repeatOctets(socket, forever, everyMs);
  else if (then === 'reset') socket.resetAndDestroy();
  else if (then === undefined) socket.end();
}

async function repeatOctets(socket: Socket, octets: string | Buffer, everyMs: number | undefined): Promise<void> {
  const gone = new Promise((resolve) => void socket.once('close', resolve));
  while (!socket.destroyed) {
    if (everyMs !== undefined) await pause(socket, everyMs);
    if (!socket.destroyed && !socket.write(octets))
      await Promise.race([new Promise((resolve) => void socket.once('drain', resolve)), gone]);
  }
}

/** The next repetition is due; a connection that ends in the meantime is not waited for. */
function pause(socket: Socket, ms: number): Promise<void> {
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
