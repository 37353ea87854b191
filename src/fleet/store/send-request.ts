import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { AwsV4Signer } from 'aws4fetch';
import type { StoreSettings } from './store-location.js';

/** So that a browser shows a report that it reads from the store. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.ndjson': 'application/x-ndjson',
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'application/xml',
};

export interface StoreRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Key of an object; empty for the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: StoreContent;
}

/** What the store returned in the last attempt. */
export interface StoreResponse {
  /** 0 if there was no whole response. */
  readonly status: number;
  readonly etag?: string;
  readonly text: string;
  /** Why there was no whole response. */
  readonly failure?: string;
}

/** Sends a request; repeats it when the store failed, did not answer in time, or asked for it. Never throws. */
export type SendRequest = (request: StoreRequest) => Promise<StoreResponse>;

/** When a request is given up, and when it is repeated. */
export interface SendTiming {
  readonly attempts: number;
  /** Before the second attempt; each further one waits twice as long. */
  readonly pauseMs: number;
  /** For one attempt without content. */
  readonly limitMs: number;
}

const defaultTiming: SendTiming = { attempts: 4, pauseMs: 250, limitMs: 30_000 };

/** The slowest connection on which content is sent, in octets for each millisecond. */
const slowest = 64;

/** Creates the client of a bucket. Every request is signed (AWS Signature Version 4), with the bucket in the path. */
export function createSender(
  Signer: typeof AwsV4Signer,
  { endpoint, ...credentials }: StoreSettings,
  bucket: string,
  { attempts, pauseMs, limitMs }: SendTiming = defaultTiming,
): SendRequest {
  const tryOnce = async ({ method, key, query, headers, content }: StoreRequest): Promise<StoreResponse> => {
    const url = `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}${formatQuery(query)}`;
    const digest = { 'x-amz-content-sha256': content?.sha256 ?? emptyDigest };
    const signer = new Signer({ ...credentials, method, url, headers: { ...headers, ...digest }, service: 's3' });
    const signed = await signer.sign();
    if (content !== undefined) {
      signed.headers.set('content-length', String(content.size));
      signed.headers.set('content-type', content.type);
    }
    const init = { method, headers: signed.headers, redirect: 'manual', duplex: 'half' } as const;
    const signal = AbortSignal.timeout(limitMs + Math.ceil((content?.size ?? 0) / slowest));
    try {
      const response = await fetch(signed.url, { ...init, signal, body: content?.open() });
      const etag = response.headers.get('etag');
      return { status: response.status, text: await response.text(), etag: etag ?? undefined };
    } catch (error) {
      return { status: 0, text: '', failure: describeFailure(error) };
    }
  };
  return async (request) => {
    let response = await tryOnce(request);
    for (let attempt = 1; attempt < attempts && isTemporary(response); attempt += 1) {
      await wait(pauseMs * 2 ** (attempt - 1));
      response = await tryOnce(request);
    }
    return response;
  };
}

const emptyDigest = createHash('sha256').digest('hex');

const formatQuery = (query: StoreRequest['query']): string =>
  query === undefined ? '' : `?${new URLSearchParams(query)}`;

const isTemporary = ({ status }: StoreResponse): boolean =>
  status === 0 || status >= 500 || status === 429 || status === 408;

/** Errors of fetch have their reason in their cause. */
function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'it did not answer in time';
  const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? reason ?? message;
}

/** The content of an object. Size and digest are sent before it, so that a store refuses a part of it. */
interface StoreContent {
  readonly size: number;
  readonly sha256: string;
  readonly type: string;
  /** Opens it, for each attempt anew. */
  open(): Uint8Array<ArrayBuffer> | ReadableStream;
}

/** The content of a file as it is now; lines that are appended later are not part of it. */
export async function readFileContent(file: string): Promise<StoreContent> {
  const { size } = statSync(file);
  const type = contentTypes[extname(file)] ?? 'text/plain; charset=utf-8';
  const read = () => (size === 0 ? Readable.from([]) : createReadStream(file, { end: size - 1 }));
  const hash = createHash('sha256');
  for await (const chunk of read()) hash.update(chunk);
  const open = () => (size === 0 ? new Uint8Array() : (Readable.toWeb(read()) as ReadableStream));
  return { size, sha256: hash.digest('hex'), type, open };
}
