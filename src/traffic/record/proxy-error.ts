import { STATUS_CODES } from 'node:http';

/** Why the proxy answers itself: a status, a type of RFC 9209 §2.3, and a sentence. */
export interface ProxyError {
  readonly status: number;
  readonly type: string;
  readonly detail: string;
}

/** Error types of RFC 9209 by the codes of Node. */
const typesByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_terminated',
  EPIPE: 'connection_terminated',
  ETIMEDOUT: 'connection_timeout',
  EAI_AGAIN: 'dns_timeout',
  ENOTFOUND: 'dns_error',
  EHOSTUNREACH: 'destination_ip_unroutable',
  ENETUNREACH: 'destination_ip_unroutable',
};

export function describeTargetError(origin: string, error: Error): ProxyError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const type = typesByCode[code] ?? chooseType(code);
  // Where several addresses of a name were tried, the error has a code only.
  const reason = [message.includes(code) ? '' : code, message.trim()].filter(Boolean).join(': ');
  return { status: type.endsWith('timeout') ? 504 : 502, type, detail: `no answer from ${origin}: ${reason}` };
}

function chooseType(code: string): string {
  if (code === 'EPROTO') return 'tls_protocol_error';
  if (/CERT|SIGN|VERIFY|TLS|SSL/.test(code)) return 'tls_certificate_error';
  return code.startsWith('HPE_') ? 'http_protocol_error' : 'destination_unavailable';
}

export const createTimeoutError = (origin: string, timeoutMs: number): ProxyError => ({
  status: 504,
  type: 'http_response_timeout',
  detail: `no answer from ${origin} within ${timeoutMs / 1_000} s`,
});

/** The response by which a client and the reader of its log see that the proxy answered, not the service (RFC 9209, RFC 9457). */
export function renderProxyError({ status, type, detail }: ProxyError) {
  const title = STATUS_CODES[status] ?? '';
  const problem = { type: 'about:blank', title, status, detail: `${detail} (from the proxy of assay record)` };
  const body = `${JSON.stringify(problem)}\n`;
  const fields = {
    'Proxy-Status': `assay; error=${type}`,
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { title, fields, body };
}

/** The same as octets, for a connection on which no response can be created. */
export function renderRawProxyError(error: ProxyError): string {
  const { title, fields, body } = renderProxyError(error);
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${title}\r\n${lines.join('')}\r\n${body}`;
}
