import {
  assume,
  type Collection,
  compare,
  type Exchange,
  http,
  type Item,
  type Json,
  type JsonObject,
  needs,
  type Tools,
} from '#rule';

/** The methods by which content reaches an item. */
export type WriteMethod = 'POST' | 'PUT' | 'PATCH';

/** The response to some content, and the item concerned, if it can be read. */
export interface SentContent {
  readonly exchange: Exchange;
  readonly item: Item | undefined;
}

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

/** Prepares the method, or the creation without it. A patch names the marker only, or all that was created. */
export async function createContentSender(
  way: WriteMethod,
  body: Json,
  tools: Tools,
  extent: 'marker' | 'whole' = 'marker',
): Promise<ContentSender> {
  const { collection } = tools;
  assume(compare.isObject(body), 'no-usable-case', 'the content of a creation is not an object');
  assume(isJson(collection.create?.request?.mediaType), 'no-usable-case', 'the collection does not accept JSON');
  const isPut = way === 'PUT' && needs.replaceable.isMet(collection) && isJson(collection.replace?.request?.mediaType);
  const isPatch =
    way === 'PATCH' && needs.patchable.isMet(collection) && isMergePatch(collection.patch?.request?.mediaType);
  return isPut || isPatch
    ? createWriteSender(way, await tools.items.create(body), tools, extent)
    : createPostSender(body, tools);
}

function createPostSender(body: JsonObject, { items, collection, fresh }: Tools): ContentSender {
  const word = collection.marker === undefined ? undefined : fresh.word();
  const drafted = items.draft(body);
  return {
    way: 'POST',
    content: insertText(compare.isObject(drafted) ? drafted : body, collection.marker, word),
    word,
    send: async (text, mediaType) =>
      items.post(body, { text, ...(mediaType !== undefined && { headers: { 'content-type': mediaType } }) }),
    sendOrdinary: async () => (await items.post(body, { role: 'control', marked: true })).exchange,
  };
}

function createWriteSender(
  way: 'PUT' | 'PATCH',
  item: Item,
  { client, collection, fresh }: Tools,
  extent: 'marker' | 'whole',
): ContentSender {
  const word = collection.marker === undefined ? undefined : fresh.word();
  const isWhole = way === 'PUT' || extent === 'whole';
  const whole = isWhole && compare.isObject(item.sent) ? item.sent : {};
  const content = insertText(whole, collection.marker, word);
  const usual = (way === 'PUT' ? collection.replace : collection.patch)?.request?.mediaType ?? 'application/json';
  const send = (text: string, mediaType = usual, role?: 'control') =>
    client.send({ method: way, path: item.path, text, headers: { 'content-type': mediaType }, ...(role && { role }) });
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
  const marked = compare.setAtPointer(body, marker, `assay ${word}`);
  const [name = ''] = compare.parsePointer(marker);
  return compare.isObject(marked) ? { [name]: marked[name] ?? null, ...marked } : body;
}

const isJson = (mediaType: string | undefined): boolean => http.parseMediaType(mediaType).isJson;

const isMergePatch = (mediaType: string | undefined): boolean =>
  isJson(mediaType) && !http.parseMediaType(mediaType).isJsonPatch;

/** Ways to make JSON malformed. Some parsers accept a few of them (RFC 8259 §9). */
export type Malformation = 'cut' | 'bare' | 'open' | 'behind' | 'unquoted' | 'doubled' | 'single' | 'comment' | 'comma';

/** Makes the well-formed JSON of an object malformed. */
export const malformed: Readonly<Record<Malformation, (text: string) => string>> = {
  cut: (text) => text.slice(0, Math.max(1, Math.floor(text.length * 0.75))),
  bare: () => 'assay',
  open: (text) => text.slice(0, -1),
  behind: (text) => `${text} assay`,
  unquoted: (text) => (/^\{"\w+":/.test(text) ? text.replace(/^\{"(\w+)":/, '{$1:') : '{assay:1}'),
  doubled: (text) => `${text}}`,
  single: (text) => (/^\{"\w+":/.test(text) ? text.replace(/^\{"(\w+)":/, "{'$1':") : "{'assay':1}"),
  comment: (text) => `/* assay */ ${text}`,
  comma: (text) => (text === '{}' ? '{,}' : text.replace(/\}$/, ',}')),
};

/** All of them; the first ones are those that no parser accepts. */
export const malformations = Object.keys(malformed) as Malformation[];

/** Contents that are no JSON, or JSON without an object, derived from the text of a valid object. */
export const malformedContents: Readonly<Record<string, (text: string) => string>> = {
  empty: () => '',
  blank: () => ' \r\n\t ',
  cut: malformed.cut,
  behind: malformed.behind,
  bare: malformed.bare,
  marked: (text) => `\uFEFF${text}`,
  'null octet': (text) => `${text.slice(0, -1)}\u0000}`,
  'a quote': () => '"',
  null: () => 'null',
  array: () => '[]',
  'array of arrays': () => '[[[]]]',
  text: () => '"assay"',
  number: () => '42',
  truth: () => 'true',
  'open arrays': () => '['.repeat(200),
  'open objects': () => '{"assay":'.repeat(200),
};

/** A media type that no service supports. */
export const unknownMediaType = 'application/vnd.assay.unheard-of';

/** Provokes errors of the operations of a collection without a valid body, and returns the errors. */
export async function provokeErrors(
  { client, fresh, related }: Pick<Tools, 'client' | 'fresh' | 'related'>,
  collection: Collection,
  bodies: readonly Json[] = [],
): Promise<Exchange[]> {
  const items = related.getItems(collection);
  const post = async (text: string, headers?: Readonly<Record<string, string>>) =>
    (await items.post({}, { text, ...(headers && { headers }) })).exchange;
  const { read, create, itemPath = '' } = collection;
  const seen: Exchange[] = [];
  const isFree = !itemPath.replace(/\{[^}]+\}/, '').includes('{');
  if (read && isFree)
    seen.push(await client.send({ method: 'GET', path: itemPath.replace(/\{[^}]+\}/, fresh.word()) }));
  if (create?.request) {
    seen.push(await post(malformed.cut('{"assay":"malformed"}')), await post('"assay"'));
    for (const body of bodies) seen.push(await post(JSON.stringify(body)));
    seen.push(await post('assay', { 'content-type': unknownMediaType }));
  }
  return seen.filter((exchange) => http.hasStatus(exchange, 4, 500));
}
