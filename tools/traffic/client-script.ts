import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type Json, type JsonObject, readJson } from '../../src/model/json.js';

/** Milliseconds between two recorded requests: more than the usual read lag. */
const stepMs = 3_000;

/** An exchange as an entry of an archive. */
export type HarEntry = { readonly [member: string]: Json };

/** Calls a service with plain fetch, and records what it sent and received, at fixed times. */
export function openRecordingClient(baseUrl: string, own: Readonly<Record<string, string>> = {}) {
  const entries: HarEntry[] = [];
  let at = Date.parse('2026-11-02T08:00:00Z');
  const send = async (
    method: string,
    path: string,
    content?: Json | string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const url = new URL(path, `${baseUrl}/`).href;
    const text = content === undefined ? undefined : typeof content === 'string' ? content : JSON.stringify(content);
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = {
      accept: 'application/json',
      ...own,
      ...(text !== undefined && { 'content-type': type }),
      ...fields,
    };
    const response = await fetch(url, {
      method,
      headers,
      ...(text !== undefined && { body: text }),
      redirect: 'manual',
    });
    const body = await response.text();
    at += stepMs;
    const got = { status: response.status, fields: response.headers, body };
    entries.push(createEntry({ at, ms: 20, method, url, headers, text, ...got }));
    return { json: readObject(body), getField: (name) => response.headers.get(name) };
  };
  return { send, entries, now: () => at };
}

interface Answer {
  readonly json: JsonObject | undefined;
  readonly getField: (name: string) => string | null;
}

const readObject = (text: string): JsonObject | undefined => {
  const json = readJson(text);
  return isObject(json) ? json : undefined;
};

/** What a client sent and received. */
export interface Sent {
  /** Milliseconds since 1970-01-01 UTC, and until the response had arrived. */
  readonly at: number;
  readonly ms: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
  readonly status: number;
  readonly fields: Iterable<readonly [string, string]>;
  readonly body: string;
}

const listFields = (fields: Iterable<readonly [string, string]>): Json =>
  [...fields].map(([name, value]) => ({ name, value }));

/** Creates the entry of an archive. */
export const createEntry = ({ at, ms, method, url, headers, text, status, fields, body }: Sent): HarEntry => ({
  startedDateTime: new Date(at).toISOString(),
  time: ms,
  request: {
    ...{ method, url, httpVersion: 'HTTP/1.1', cookies: [], queryString: [], headersSize: -1 },
    headers: listFields(Object.entries(headers)),
    bodySize: text === undefined ? 0 : Buffer.byteLength(text),
    ...(text !== undefined && { postData: { mimeType: 'application/json', text } }),
  },
  response: {
    ...{ status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '', headersSize: -1, bodySize: -1 },
    headers: listFields(fields),
    content: { size: Buffer.byteLength(body), mimeType: new Map(fields).get('content-type') ?? '', text: body },
  },
  cache: {},
  timings: { send: 0, wait: ms, receive: 0 },
});

/** Writes an archive, and returns its path. */
export function writeHar(folder: string, name: string, entries: readonly Json[], creator = 'recorder'): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: creator, version: '1' }, entries } }));
  return file;
}

const order = { customer: 'Ada', quantity: 2, email: 'ada.smith@example.org', price: 12.5, note: 'first', gift: false };

type Client = ReturnType<typeof openRecordingClient>;

/** What two clients of the orders service do, one after the other: reading, creating, changing, removing, and mistakes. */
export async function useOrders({ send }: Client): Promise<void> {
  const create = async (note: string, key: string) =>
    (await send('POST', '/orders', { ...order, note }, { 'idempotency-key': key })).getField('location') ??
    '/orders/none';
  await send('GET', '/orders');
  await send('GET', '/orders', undefined, { authorization: 'Bearer unknown' });
  const item = await create('first', 'key-1');
  await send('POST', '/orders', { ...order, note: 'first' }, { 'idempotency-key': 'key-1' });
  await send('POST', '/orders', { ...order, note: 'another' }, { 'idempotency-key': 'key-1' });
  for (let i = 0; i < 4; i += 1) await send('GET', item);
  await send('HEAD', item);
  await changeOrder({ send }, item);
  await makeMistakes({ send }, item);
  for (let i = 0; i < 4; i += 1) await send('GET', await create(`item ${i}`, `key-more-${i}`));
  await send('POST', '/orders', { ...order, note: 'without a key' });
  const changed = await create('changed later', 'key-changed');
  await send('GET', changed);
  await send('PATCH', changed, { note: 'changed' });
  await send('GET', changed);
  await send('GET', '/orders?limit=100');
  for (let walk = 0; walk < 2; walk += 1) await walkPages({ send });
  const paid = await create('paid', 'key-paid');
  await send('POST', `${paid}/payment`, {});
  await send('GET', paid);
  await send('POST', `${paid}/payment`, {});
  const tag = (await send('GET', item)).getField('etag');
  await send('DELETE', item, undefined, tag === null ? {} : { 'if-match': tag });
  await send('GET', item);
  if (tag !== null) await send('GET', item, undefined, { 'if-none-match': tag });
  await send('DELETE', item);
  await send('GET', '/orders?limit=100');
}

async function changeOrder({ send }: Pick<Client, 'send'>, item: string) {
  const first = (await send('GET', item)).getField('etag');
  await send('PATCH', item, { note: 'patched' });
  await send('GET', item);
  await send('PATCH', item, { note: 'patched again', quantity: 7 });
  const second = (await send('GET', item)).getField('etag');
  if (first !== null && second !== null) {
    await send('GET', item, undefined, { 'if-none-match': first });
    await send('GET', item, undefined, { 'if-none-match': second });
    await send('PATCH', item, { note: 'stale' }, { 'if-match': first });
    await send('GET', item);
  }
  const { note: _, ...short } = order;
  for (const content of [
    { ...order, note: 'replaced', quantity: 9 },
    { ...short, quantity: 4 },
    { ...order, note: 'kept' },
  ]) {
    await send('PUT', item, content);
    const { json } = await send('GET', item);
    const self = Object.entries(isObject(json?.links) ? json.links : {});
    for (const [, target] of self) if (typeof target === 'string') await send('GET', target);
  }
  await send('PATCH', item, { note: null });
  await send('GET', item);
  await send('GET', '/orders?limit=100');
}

async function makeMistakes({ send }: Pick<Client, 'send'>, item: string) {
  await send('GET', item);
  await send('PATCH', item, { quantity: -1, note: 'must not be stored' });
  await send('GET', item);
  await send('POST', '/orders', { ...order, quantity: -5 });
  await send('POST', '/orders', { ...order, quantity: -5 });
  await send('POST', '/orders', '{"customer": "Ada"');
  await send('GET', '/orders/00000000-0000-4000-8000-000000000000');
  await send('DELETE', '/orders');
  await send('GET', '/orders?limit=none');
}

async function walkPages({ send }: Pick<Client, 'send'>) {
  let path: string | undefined = '/orders?limit=2';
  for (let pages = 0; path !== undefined && pages < 5; pages += 1) {
    const { json, getField }: Answer = await send('GET', path);
    const linked = /<([^>]+)>;\s*rel="?next/.exec(getField('link') ?? '')?.[1];
    const told: Json | undefined = json?.next;
    path = linked ?? (typeof told === 'string' && told.includes('?') ? told : undefined);
  }
}
