import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import type { Dispatcher } from 'undici';
import type { HeaderFields } from '../../model/exchange.js';

/** Fields about one connection of HTTP/1.1, which HTTP/2 forbids (RFC 9113 §8.2.2). `Host` becomes a pseudo-header field. */
const connectionFields = new Set(
  'connection host http2-settings keep-alive proxy-connection te transfer-encoding upgrade'.split(' '),
);

/** Methods whose requests name their length even when they have no content, as with HTTP/1.1. */
const methodsWithContent = /^(POST|PUT|PATCH)$/;

/** The fields of a request, with lower-case names. */
export function buildHttp2Fields({ protocol, host }: URL, { path, method, headers, body }: Dispatcher.DispatchOptions) {
  const fields: OutgoingHttpHeaders = {
    ':method': method,
    ':scheme': protocol.slice(0, -1),
    ':authority': host,
    ':path': path,
  };
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>)) {
    const lower = name.toLowerCase();
    if (lower === 'host') fields[':authority'] = value;
    if (!connectionFields.has(lower)) fields[lower] = value;
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : methodsWithContent.test(method) ? 0 : undefined;
  if (length !== undefined) fields['content-length'] = String(length);
  return fields;
}

/** The fields of a response, without pseudo-header fields. */
export function readHttp2Fields(fields: IncomingHttpHeaders): HeaderFields & Record<string, string | string[]> {
  const named = Object.entries(fields).filter(([name, value]) => !name.startsWith(':') && value !== undefined);
  return Object.fromEntries(named) as Record<string, string | string[]>;
}
