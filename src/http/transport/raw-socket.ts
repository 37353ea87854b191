import type { Socket } from 'node:net';
import type { HeaderFields, RawResponse } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';
import { Deadline, type Silence } from './dispatch.js';
import type { Route } from './routes.js';

/** Time without data after the header section until the content counts as complete, in milliseconds. */
const quietMs = 250;

interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns everything that an origin sent for one request over its own connection, or why there is none. */
export function sendRaw(
  route: Route,
  head: RequestHead,
  content: string | undefined,
  timeoutMs: number,
): Promise<RawResponse | Silence> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let socket: Socket | undefined;
    let isOver = false;
    let quiet: Deadline | undefined;
    const finish = (why: string) => {
      isOver = true;
      quiet?.clear();
      deadline.clear();
      socket?.destroy();
      resolve(parseResponse(Buffer.concat(received).toString('latin1')) ?? { silence: why });
    };
    const deadline = new Deadline(timeoutMs, () => finish(`no complete answer within ${timeoutMs} ms`));
    const listen = (opened: Socket) => {
      socket = opened;
      opened.on('error', (error) => finish(error.message));
      if (isOver) return opened.destroy();
      opened.on('end', () => finish('the connection was closed without an answer'));
      opened.on('data', (chunk) => {
        received.push(chunk);
        quiet?.clear();
        if (!isOver && hasHeaderSection(received)) quiet = new Deadline(quietMs, () => finish('quiet'));
      });
      return opened.write(composeRequest(route, head, content));
    };
    route.open().then(listen, (error: Error) => finish(error.message));
  });
}

/** Sends the whole or half of a request and aborts the connection. Resolves to the reason for the missing answer. */
export async function abortRaw(
  route: Route,
  head: RequestHead,
  content: string | undefined,
  how: 'whole' | 'half',
): Promise<Silence> {
  const opened = await route.open().catch((error: Error) => error.message);
  if (typeof opened === 'string') return { silence: opened };
  const whole = Buffer.from(composeRequest(route, head, content));
  const cut = how === 'whole' ? whole.length : whole.length - Math.ceil(Buffer.byteLength(content ?? '') / 2);
  return new Promise((resolve) => {
    opened.on('error', (error) => resolve({ silence: error.message }));
    opened.write(whole.subarray(0, cut), () => {
      opened.destroy();
      resolve({ silence: `the kit aborted the connection when ${how} of the request was sent` });
    });
  });
}

function composeRequest({ host, ahead, fields: added }: Route, head: RequestHead, content: string | undefined): Buffer {
  const fields = Object.entries({ host, ...head.headers, ...added, connection: 'close' });
  if (content !== undefined) fields.push(['content-length', String(Buffer.byteLength(content))]);
  const lines = [
    `${head.method} ${ahead}${head.target} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content ?? ''}`);
}

const hasHeaderSection = (received: readonly Buffer[]) => Buffer.concat(received).includes('\r\n\r\n');

function parseResponse(text: string): RawResponse | undefined {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  if (end < 0 || !Number.isFinite(status)) return undefined;
  if (status < 200 && status !== 101) return parseResponse(text.slice(end + 4));
  const [headers, rest] = [parseFields(lines), text.slice(end + 4)];
  const isChunked = /\bchunked\s*$/i.test(String(headers['transfer-encoding'] ?? ''));
  return { status, headers, content: isChunked ? joinChunks(rest) : rest };
}

/** The content of chunks (RFC 9112 §7.1); what is no chunk is returned unchanged. */
function joinChunks(octets: string): string {
  let content = '';
  let at = 0;
  while (at < octets.length) {
    const [line = '', size = ''] = /^([0-9a-f]+)[^\r\n]*\r\n/i.exec(octets.slice(at, at + 1_000)) ?? [];
    if (line === '') return content + octets.slice(at);
    if (Number.parseInt(size, 16) === 0) return content;
    const begin = at + line.length;
    at = begin + Number.parseInt(size, 16) + 2;
    content += octets.slice(begin, at - 2);
  }
  return content;
}

function parseFields(lines: readonly string[]): HeaderFields {
  const fields: Record<string, string | string[]> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    const known = getMember(fields, name.toLowerCase());
    fields[name.toLowerCase()] = known === undefined ? value : [known, value].flat();
  }
  return fields;
}
