import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Headers, RawAnswer } from './exchange.js';

/** How long a connection may stay quiet after the header section before its content counts as whole. */
const quietMs = 250;

/** Everything an origin sent for one request over a connection of its own; an error's message when nothing usable came. */
export function exchangeRaw(
  origin: URL,
  head: { readonly method: string; readonly target: string; readonly headers: Readonly<Record<string, string>> },
  content: string | undefined,
  timeoutMs: number,
): Promise<RawAnswer | string> {
  return new Promise((resolve) => {
    const socket = open(origin);
    const received: Buffer[] = [];
    const finish = (why: string) => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(parse(Buffer.concat(received).toString('latin1')) ?? why);
    };
    const deadline = setTimeout(() => finish(`no whole answer within ${timeoutMs} ms`), timeoutMs);
    socket.on('error', (error) => finish(error.message));
    socket.on('end', () => finish('the connection was closed without an answer'));
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (hasHeader(received)) socket.setTimeout(quietMs, () => finish('quiet'));
    });
    socket.write(compose(origin, head, content));
  });
}

/** Sends the whole or half of a request and tears the connection, as a client does that loses its network; gives the words for what came: nothing. */
export function tearRaw(
  origin: URL,
  head: Parameters<typeof exchangeRaw>[1],
  content: string | undefined,
  how: 'whole' | 'half',
): Promise<string> {
  return new Promise((resolve) => {
    const socket = open(origin);
    const whole = Buffer.from(compose(origin, head, content));
    const cut = how === 'whole' ? whole.length : whole.length - Math.ceil(Buffer.byteLength(content ?? '') / 2);
    socket.on('error', (error) => resolve(error.message));
    socket.write(whole.subarray(0, cut), () => {
      socket.destroy();
      resolve(`the connection was torn by the kit when ${how} of the request had left`);
    });
  });
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return connectPlain({ host, port: Number(port || 80) });
  return connectTls({ host, port: Number(port || 443), servername: isIP(host) ? undefined : host });
}

function compose(origin: URL, head: Parameters<typeof exchangeRaw>[1], content: string | undefined): string | Buffer {
  const fields = Object.entries({ host: origin.host, ...head.headers, connection: 'close' });
  if (content !== undefined) fields.push(['content-length', String(Buffer.byteLength(content))]);
  const lines = [`${head.method} ${head.target} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content ?? ''}`);
}

const hasHeader = (received: readonly Buffer[]) => Buffer.concat(received).includes('\r\n\r\n');

function parse(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  if (end < 0 || !Number.isFinite(status)) return undefined;
  if (status < 200 && status !== 101) return parse(text.slice(end + 4));
  return { status, headers: fieldsOf(lines), content: text.slice(end + 4) };
}

function fieldsOf(lines: readonly string[]): Headers {
  const fields: Record<string, string | string[]> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const known = fields[name.toLowerCase()];
    fields[name.toLowerCase()] = known === undefined ? value : [known, value].flat();
  }
  return fields;
}
