import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.fixture.js';
import { openTape } from '../../http/tape.js';
import type { GotRecord, SentRecord } from '../../model/recorded-exchange.js';
import { openProxy, type ProxyOptions, type RecordingProxy } from './open-proxy.js';

/** Both lines of a tape about one exchange. */
export interface TapeEntry {
  readonly n: number;
  readonly at: number;
  readonly request: SentRecord;
  readonly ms: number;
  readonly answer?: GotRecord;
  readonly silence?: string;
}

/** A proxy with a tape; `end` closes both and reads the tape. */
export interface TestProxy extends RecordingProxy {
  end(): Promise<readonly TapeEntry[]>;
  /** The tape as it is on disk. */
  readTape(): string;
}

/** Starts a proxy of a target until the test is over. */
export async function startProxy(target: string, options: Partial<ProxyOptions> = {}): Promise<TestProxy> {
  const file = join(createTemporaryFolder(), 'tape.ndjson');
  const tape = openTape(file);
  const proxy = await openProxy({ target: new URL(target), port: 0, tape, timeoutMs: 60_000, ...options });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= proxy.close().finally(() => tape.close());
    return closing;
  };
  onTestFinished(close);
  return {
    ...proxy,
    readTape: () => readFileSync(file, 'utf8'),
    async end() {
      await close();
      return readTape(readFileSync(file, 'utf8'));
    },
  };
}

/** Joins the lines of a tape about the same exchange. */
export function readTape(text: string): readonly TapeEntry[] {
  const entries = new Map<number, Partial<TapeEntry>>();
  for (const line of text.split('\n').filter(Boolean)) {
    const part: Partial<TapeEntry> & { readonly n: number } = JSON.parse(line);
    entries.set(part.n, { ...entries.get(part.n), ...part });
  }
  return [...entries.values()] as TapeEntry[];
}

/** A response as it arrived: nothing decoded. */
export interface Received {
  readonly status: number;
  readonly message: string;
  readonly raw: readonly string[];
  readonly trailers: readonly string[];
  readonly body: Buffer;
  /** Interim responses before it, with their fields. */
  readonly interim: readonly { readonly status: number; readonly raw: readonly string[] }[];
}

/** Begins a request; `begin` writes its content and ends it. */
export function openRequest(url: string, options: RequestOptions = {}): ClientRequest {
  const sent = request(url, { agent: false, ...options });
  onTestFinished(() => void sent.destroy());
  return sent;
}

/** Sends a request, and reads the whole response. Rejects when the connection ends before. */
export async function fetchRaw(
  url: string,
  options: RequestOptions = {},
  begin: (sent: ClientRequest) => void = (sent) => sent.end(),
): Promise<Received> {
  const sent = openRequest(url, options);
  const interim: { status: number; raw: string[] }[] = [];
  sent.on('information', ({ statusCode, rawHeaders }) => interim.push({ status: statusCode, raw: rawHeaders }));
  const answered = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject));
  begin(sent);
  const response = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode ?? 0,
    message: response.statusMessage ?? '',
    raw: response.rawHeaders,
    trailers: response.rawTrailers,
    body: Buffer.concat(chunks),
    interim,
  };
}

/** Writes octets on a connection of its own; resolves to all that comes back until it is closed. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(text, 'latin1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk;
  });
  await once(socket, 'close');
  return received;
}

/** The fields of a message without those of its connection. */
export function listEndToEnd(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${raw[i + 1]}`] : []));
  return pairs.filter((line) => !/^(connection|keep-alive|transfer-encoding|via|host|te): /i.test(line));
}
