import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What the echo says beyond what it hears, and how it misbehaves. */
export interface EchoOptions {
  /** Secrets that the service itself creates, by name. */
  readonly own: Readonly<Record<'session' | 'cookie' | 'csrf' | 'customer' | 'card' | 'stripe' | 'access', string>>;
  /** Whether every request is refused, with a response that repeats the request. */
  readonly isClosed?: boolean;
}

/** A service that repeats each request in its responses, in many encodings; also a forwarding proxy for itself. */
export async function startEchoService({ own, isClosed = false }: EchoOptions) {
  const things = new Map<string, Record<string, unknown>>();
  let made = 0;
  let proxied = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.headers['proxy-authorization'] !== undefined) proxied += 1;
      answer(request, Buffer.concat(chunks).toString(), response);
    });
  });
  const answer = (request: IncomingMessage, content: string, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://echo');
    const told = listReceivedValues(request, content);
    const headers = createEchoHeaders(told, own, content);
    const send = (status: number, value?: unknown, more: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers, ...more });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    if (url.pathname === '/login' || url.pathname === '/token') {
      if (isClosed)
        return send(401, { error: 'invalid_client', error_description: told.join(' '), echo: createEncodings(told) });
      return send(200, { data: { token: own.session }, access_token: own.session, echo: createEncodings(told) });
    }
    const id = /^\/things\/(\w+)$/.exec(url.pathname)?.[1];
    const shown = (thing: Record<string, unknown>) => ({
      ...thing,
      ...createOwnMembers(own),
      echo: createEncodings(told),
    });
    const thing = id === undefined ? undefined : things.get(id);
    if (url.pathname === '/things' && request.method === 'GET') {
      const link = `</things?page=2&access_token=${own.access}>; rel="next"`;
      return send(200, [...things.values()].map(shown), { link: things.size > 1_000 ? link : '', 'x-more': link });
    }
    if (url.pathname === '/things' && request.method === 'POST') {
      made += 1;
      const created = { id: `t${made}`, ...parseContent(content) };
      things.set(created.id, created);
      return send(201, shown(created), { location: `/things/${created.id}?access_token=${own.access}` });
    }
    if (thing === undefined || id === undefined)
      return send(404, {
        error: `no such item for ${told.join(' ')}`,
        password: own.access,
        echo: createEncodings(told),
      });
    if (request.method === 'DELETE') {
      things.delete(id);
      return send(204);
    }
    if (request.method === 'PUT') things.set(id, { ...parseContent(content), id });
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(405, createEncodings(told), { allow: 'GET' });
    return send(200, shown(things.get(id) ?? thing));
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heardProxied: () => proxied, things };
}

const createOwnMembers = (own: EchoOptions['own']) => ({
  'x-customer': own.customer,
  card: { number: own.card },
  note: `paid with ${own.stripe} today`,
  nextPageToken: 'readable-page-cursor',
});

function parseContent(content: string): Record<string, unknown> {
  try {
    return JSON.parse(content);
  } catch {
    return {};
  }
}

/** Everything that a request says of who sends it: each value of its fields, what is encoded in them, its query and its content. */
function listReceivedValues({ headers, url = '' }: IncomingMessage, content: string): string[] {
  const values = Object.entries(headers)
    .filter(
      ([name]) => !/^(host|connection|accept|accept-encoding|user-agent|content-.*|transfer-encoding)$/.test(name),
    )
    .map(([, value]) => String(value));
  const basic = values.flatMap((value) => {
    const [, pair] = /^Basic (\S+)$/i.exec(value) ?? [];
    return pair === undefined ? [] : Buffer.from(pair, 'base64').toString();
  });
  const query = [...new URL(url, 'http://echo').searchParams.values()];
  const isLogin = url.endsWith('/login') || url.endsWith('/token');
  return [...values, ...basic, ...query, ...(isLogin ? [content] : [])].filter((text) => text.length > 3);
}

const encodePercent = (text: string) =>
  [...Buffer.from(text)].map((octet) => `%${octet.toString(16).padStart(2, '0')}`);

function createEncodings(told: readonly string[]) {
  return told.map((text) => {
    const base64 = Buffer.from(text).toString('base64');
    const half = Math.ceil(text.length / 2);
    const twice = encodeURIComponent(encodePercent(text).join(''));
    return {
      plain: text,
      within: `<${text}>`,
      base64,
      base64url: Buffer.from(text).toString('base64url'),
      aligned: [1, 2].map((offset) => Buffer.from(`${'u'.repeat(offset)}${text}:rest`).toString('base64')),
      json64: Buffer.from(JSON.stringify({ credential: text, more: 1 })).toString('base64'),
      lines64: base64.replaceAll(/(.{10})/g, '$1\n'),
      hex: Buffer.from(text).toString('hex'),
      encoded: [encodePercent(text).join(''), encodePercent(text).join('').toUpperCase(), twice],
      plus: encodeURIComponent(text).replaceAll('%20', '+'),
      escaped: [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
      nested: JSON.stringify(JSON.stringify({ text })),
      html: [...text].map((sign) => `&#${sign.charCodeAt(0)};`).join(''),
      htmlHex: [...text].map((sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join(''),
      lower: text.toLowerCase(),
      upper: text.toUpperCase(),
      halves: [text.slice(0, half), text.slice(half)],
      signs: [...text],
      [`by-${text}`]: true,
      start: text.slice(0, half),
      end: text.slice(half),
    };
  });
}

function createEchoHeaders(told: readonly string[], own: EchoOptions['own'], content: string): Record<string, string> {
  const sendable = told.filter((text) => /^[\x20-\x7e]+$/.test(text));
  const fields = sendable.flatMap((text, index): [string, string][] => {
    const half = Math.ceil(text.length / 2);
    return [
      [`x-echo-${index}`, text],
      [`x-echo-${index}-base64`, Buffer.from(`{"a":${JSON.stringify(text)}}`).toString('base64')],
      [`x-echo-${index}-start`, text.slice(0, half)],
      [`x-echo-${index}-end`, text.slice(half)],
      [`x-name-${text.replaceAll(/[^\w-]/g, '')}`, '1'],
    ];
  });
  return {
    ...Object.fromEntries(fields),
    'set-cookie': `sid=${own.cookie}; Path=/`,
    'x-csrf-token': own.csrf,
    'x-customer': own.customer,
    'x-length': String(content.length),
  };
}
