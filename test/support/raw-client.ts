import { connect } from 'node:net';
import type { CredentialFields } from '../../src/demo/service/access/callers.js';
import { isObject, type Json, type JsonObject } from '../../src/demo/service/http/json.js';

/** An answer as it was on the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Every octet behind the header section, even where there should be none. */
  readonly text: string;
  /** The content as an object; empty if it is none. */
  readonly body: JsonObject;
}

/** Sends one request and reads until the server ends the connection. */
export type RawClient = (
  method: string,
  target: string,
  content?: Json,
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply>;

const noCredentials: CredentialFields = { headers: {}, query: {} };

/** A client that hides nothing, for the tests of this room: one socket per request, each with what the caller always sends. */
export const createRawClient =
  (url: string, { headers: always, query }: CredentialFields = noCredentials): RawClient =>
  async (method, target, content, headers = {}) => {
    const { hostname, port } = new URL(url);
    const text = typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content);
    const fields = {
      host: `${hostname}:${port}`,
      connection: 'close',
      ...(content !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
      ...always,
      ...headers,
    };
    const search = new URLSearchParams(query).toString();
    const whole = search === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${search}`;
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    return parseReply(
      await transmitMessage(hostname, Number(port), `${method} ${whole} HTTP/1.1\r\n${lines.join('')}\r\n${text}`),
    );
  };

function transmitMessage(host: string, port: number, message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, host, () => socket.write(message));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}

function parseReply(message: string): Reply {
  const end = message.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = message.slice(0, end).split('\r\n');
  const text = message.slice(end + 4);
  const headers = Object.fromEntries(
    fields.map((field) => [getFieldName(field), field.slice(field.indexOf(':') + 1).trim()]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text, body: parseObject(text) };
}

const getFieldName = (field: string): string => field.slice(0, field.indexOf(':')).toLowerCase();

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
