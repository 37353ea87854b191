import {
  assume,
  type Exchange,
  type Item,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  patchable,
  replaceable,
  setAtPointer,
  type Tools,
} from '#rule';

/** The methods by which content reaches an item. */
export type WriteMethod = 'POST' | 'PUT' | 'PATCH';

/** The response to some content, and the item concerned, if it can be read. */
export interface SentContent {
  readonly exchange: Exchange;
  readonly item: Item | undefined;
}

/** A way to send content: any text in any media type, and an ordinary request for comparison. */
export interface ContentSender {
  readonly way: WriteMethod;
  /** Well-formed content that is known to be valid. */
  readonly content: JsonObject;
  /** A text in the content that occurs nowhere else; undefined where no member can carry it. */
  readonly word: string | undefined;
  send(text: string, mediaType?: string): Promise<SentContent>;
  /** The valid content, sent normally. */
  sendOrdinary(): Promise<Exchange>;
}

/** Prepares the method, or the creation where the collection does not support the method. The items belong to this run. */
export async function createContentSender(way: WriteMethod, body: Json, tools: Tools): Promise<ContentSender> {
  const { collection } = tools;
  assume(isObject(body), 'no-usable-case', 'the content of a creation is not an object');
  assume(isJson(collection.create?.request?.mediaType), 'no-usable-case', 'the collection does not accept JSON');
  const isPut = way === 'PUT' && replaceable.isMet(collection) && isJson(collection.replace?.request?.mediaType);
  const isPatch = way === 'PATCH' && patchable.isMet(collection) && isMergePatch(collection.patch?.request?.mediaType);
  return isPut || isPatch
    ? createWriteSender(way, await tools.items.create(body), tools)
    : createPostSender(body, tools);
}

function createPostSender(body: JsonObject, { items, collection, fresh }: Tools): ContentSender {
  const word = collection.marker === undefined ? undefined : fresh.word();
  const drafted = items.draft(body);
  return {
    way: 'POST',
    content: insertText(isObject(drafted) ? drafted : body, collection.marker, word),
    word,
    send: async (text, mediaType) =>
      items.post(body, { text, ...(mediaType !== undefined && { headers: { 'content-type': mediaType } }) }),
    sendOrdinary: async () => (await items.post(body, { role: 'control', marked: true })).exchange,
  };
}

function createWriteSender(way: 'PUT' | 'PATCH', item: Item, { http, collection, fresh }: Tools): ContentSender {
  const word = collection.marker === undefined ? undefined : fresh.word();
  const whole = way === 'PUT' && isObject(item.sent) ? item.sent : {};
  const content = insertText(whole, collection.marker, word);
  const usual = (way === 'PUT' ? collection.replace : collection.patch)?.request?.mediaType ?? 'application/json';
  const send = (text: string, mediaType = usual, role?: 'control') =>
    http.send({ method: way, path: item.path, text, headers: { 'content-type': mediaType }, ...(role && { role }) });
  return {
    way,
    content,
    word,
    send: async (text, mediaType) => ({ exchange: await send(text, mediaType), item }),
    sendOrdinary: () => send(JSON.stringify(content), usual, 'control'),
  };
}

/** The text comes first, so that it is part of truncated content, too. */
function insertText(body: JsonObject, marker: string | undefined, word: string | undefined): JsonObject {
  if (marker === undefined || word === undefined) return body;
  const marked = setAtPointer(body, marker, `assay ${word}`);
  const [name = ''] = parsePointer(marker);
  return isObject(marked) ? { [name]: marked[name] ?? null, ...marked } : body;
}

const isJson = (mediaType: string | undefined): boolean => mediaType !== undefined && /[/+]json\b/i.test(mediaType);

const isMergePatch = (mediaType: string | undefined): boolean =>
  isJson(mediaType) && !/json-patch/i.test(mediaType ?? '');
