import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { isSigned, type Keys } from './verify-signature.js';

/** What a request gets instead of its response: a status, a response that is cut off, none at all, or one octet after the other. */
export type StoreFault = number | 'cut' | 'silent' | 'trickle';

/** A request that arrived. */
export interface StoreRequestSeen {
  readonly method: string;
  /** Key of the object, or empty. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/** A store with one bucket, as S3 and others offer it: whole objects, conditional writes, lists in pages of two keys. */
export interface TestStore {
  readonly url: string;
  readonly keys: Keys;
  readonly objects: Map<string, string>;
  readonly seen: StoreRequestSeen[];
  /** Decides which requests fail. */
  setFault(decide: (request: StoreRequestSeen) => StoreFault | undefined): void;
  /** The variables with which a command reaches it. */
  readonly env: Readonly<Record<string, string>>;
}

/** The only bucket. */
export const testBucket = 'audits';

/** Starts a store on a free port, until the test is over. It refuses requests whose signature or digest is wrong. */
export async function startTestStore(): Promise<TestStore> {
  const keys: Keys = {
    id: 'AKIATESTSTORE',
    secret: 'store-secret-9xQ2',
    token: 'store-session-7Lm4',
    region: 'test-region-1',
  };
  const objects = new Map<string, string>();
  const seen: StoreRequestSeen[] = [];
  let decide: (request: StoreRequestSeen) => StoreFault | undefined = () => undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const [, bucket, ...rest] = pathname.split('/').map(decodeURIComponent);
    const one = { method: request.method ?? '', key: rest.join('/'), query: searchParams };
    seen.push(one);
    const fault = decide(one);
    if (typeof fault === 'number') return reply(response, { status: fault, code: `Fault${fault}` });
    if (fault === 'silent') return;
    const refused = bucket === testBucket ? refuse(request, Buffer.concat(chunks), keys) : noBucket;
    const answer = refused ?? handle(objects, one, request, Buffer.concat(chunks).toString());
    if (fault === 'cut') return cut(response, answer);
    await (fault === 'trickle' ? trickle(response, answer) : reply(response, answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    keys,
    objects,
    seen,
    setFault: (change) => {
      decide = change;
    },
    env: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: keys.region,
      AWS_ACCESS_KEY_ID: keys.id,
      AWS_SECRET_ACCESS_KEY: keys.secret,
      AWS_SESSION_TOKEN: keys.token ?? '',
    },
  };
}

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly text?: string;
  readonly etag?: string;
}

const noBucket: Answer = { status: 404, code: 'NoSuchBucket' };

const digest = (content: string | Buffer, kind: string): string => createHash(kind).update(content).digest('hex');

const tagOf = (content: string): string => `"${digest(content, 'md5')}"`;

function refuse(request: IncomingMessage, content: Buffer, keys: Keys): Answer | undefined {
  if (!isSigned(request, keys)) return { status: 403, code: 'SignatureDoesNotMatch' };
  if (request.headers['x-amz-content-sha256'] !== digest(content, 'sha256'))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  if (request.method === 'PUT' && request.headers['content-length'] === undefined)
    return { status: 411, code: 'MissingContentLength' };
  return undefined;
}

function handle(
  objects: Map<string, string>,
  { method, key, query }: StoreRequestSeen,
  { headers }: IncomingMessage,
  content: string,
): Answer {
  const known = objects.get(key);
  if (key === '') return { status: 200, text: list([...objects.keys()].sort(), query) };
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  if (method === 'GET')
    return known === undefined ? { status: 404, code: 'NoSuchKey' } : { status: 200, text: known, etag: tagOf(known) };
  const match = headers['if-match'];
  const isMissed = match !== undefined && (known === undefined || match !== tagOf(known));
  if (isMissed || (headers['if-none-match'] === '*' && known !== undefined))
    return { status: 412, code: 'PreconditionFailed' };
  objects.set(key, content);
  return { status: 200, etag: tagOf(content) };
}

/** A page of two keys, so that few objects need several. */
function list(keys: readonly string[], query: URLSearchParams): string {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const rest = keys.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const page = rest.slice(0, 2);
  const isMore = rest.length > page.length;
  const next = Buffer.from(page.at(-1) ?? '').toString('base64');
  const more = isMore ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
  const contents = page.map((key) => `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><Size>1</Size></Contents>`);
  return `<?xml version="1.0"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isMore}</IsTruncated>${contents.join('')}${more}</ListBucketResult>`;
}

function start(response: ServerResponse, { status, code, text, etag }: Answer): string {
  const content =
    text ?? (code === undefined ? '' : `<Error><Code>${code}</Code><Message>AKIATESTSTORE</Message></Error>`);
  response.writeHead(status, {
    ...(status !== 204 && { 'content-length': Buffer.byteLength(content) }),
    ...(etag && { etag }),
  });
  return content;
}

function reply(response: ServerResponse, answer: Answer): void {
  response.end(start(response, answer));
}

/** Half of the content, then the end of the connection. */
function cut(response: ServerResponse, answer: Answer): void {
  const content = start(response, answer);
  response.write(content.slice(0, content.length / 2), () => response.destroy());
}

async function trickle(response: ServerResponse, answer: Answer): Promise<void> {
  for (const octet of Buffer.from(start(response, answer)))
    await new Promise((resolve) => response.write(Buffer.of(octet), resolve));
  response.end();
}
