import {
  type Collection,
  type Creation,
  type Exchange,
  getAtPointer,
  type Json,
  setAtPointer,
  type Tools,
} from '#rule';

/** A creation that may return any status, and the marker of its item. */
export interface MarkedPost {
  readonly exchange: Exchange;
  readonly mark: string;
}

/** Sends a creation like the model, with a marker and unique values of its own, and accepts any status. */
export async function postMarked(
  { sent, mark }: Creation,
  collection: Collection,
  { http, fresh }: Pick<Tools, 'http' | 'fresh'>,
): Promise<MarkedPost> {
  const word = fresh.word().slice(0, 8);
  const own = mark.replace(/[a-z0-9]+$/, word);
  const marked = JSON.parse(JSON.stringify(sent).replaceAll(mark, own)) as Json;
  const json = collection.unique.reduce(
    (body, pointer) => setAtPointer(body, pointer, replaceValue(getAtPointer(body, pointer), word)),
    marked,
  );
  const order = { method: 'POST' as const, path: collection.path };
  return { exchange: await http.trySend({ ...order, ...addKey(json, collection, fresh.key()) }), mark: own };
}

/** Another value of the same length, so that it is accepted like the first one. */
function replaceValue(value: Json | undefined, word: string): Json | undefined {
  if (typeof value === 'number') return value + 1 + (Number.parseInt(word, 36) % 1_000_000);
  return typeof value === 'string' ? word.slice(0, value.length) + value.slice(word.length) : value;
}

/** With a key where one is required. */
function addKey(json: Json, { idempotency, create }: Collection, key: string) {
  const headers = { 'content-type': create?.request?.mediaType ?? 'application/json' };
  if (!idempotency?.required) return { json, headers };
  if (idempotency.in === 'body') return { json: setAtPointer(json, `/${idempotency.name}`, key), headers };
  const field = idempotency.format === 'sf-string' ? `"${key}"` : key;
  return { json, headers: { ...headers, [idempotency.name.toLowerCase()]: field } };
}
