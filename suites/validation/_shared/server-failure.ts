import {
  assume,
  compare,
  type Exchange,
  type Finding,
  held,
  heldWithNote,
  http,
  type Item,
  inconclusive,
  type Json,
  type JsonObject,
  type Tools,
  violated,
} from '#rule';

/** An unusual request that caused a server error, and the response to an ordinary one right afterwards. */
export interface ProvokedFailure {
  readonly failure: Exchange | undefined;
  readonly ordinary: Exchange | undefined;
  /** Why some of the unusual requests were not sent. */
  readonly omitted?: string | undefined;
}

/** Sends unusual requests until one causes a server error; then an ordinary one, which shows whether all fail. */
export async function provokeFailure(
  client: Pick<Tools['client'], 'sendUntil'>,
  odd: readonly (() => Promise<Exchange>)[],
  ordinary: () => Promise<Exchange>,
): Promise<ProvokedFailure> {
  const { found, omitted } = await client.sendUntil(odd, http.isServerFailure);
  return { failure: found, ordinary: found && (await ordinary()), omitted };
}

/** The same with GETs of one operation. An ordinary one follows in each case, because nothing else shows that it may be called. */
export async function tryAtAddress({ client, subject }: Tools, odd: readonly string[]): Promise<ProvokedFailure> {
  const get = (path: string) => () => client.send({ method: 'GET', path });
  const { found, omitted } = await client.sendUntil(odd.map(get), http.isServerFailure);
  const ordinary = await client.send({ method: 'GET', path: subject.address().path, role: 'control' });
  const isAllowed = found !== undefined || !http.hasStatus(ordinary, 401, 403);
  assume(isAllowed, 'refused', `an ordinary request returned ${ordinary.answer?.status}`);
  return { failure: found, ordinary, omitted };
}

/** Violated when the service failed at the unusual request only. */
export function judgeProvoked({ failure, ordinary, omitted }: ProvokedFailure): Finding {
  const status = failure?.answer?.status;
  if (ordinary === undefined ? failure !== undefined : http.isServerFailure(ordinary))
    return inconclusive('no-answer', `an ordinary request fails as well: ${ordinary?.answer?.status}`);
  if (failure === undefined) return omitted === undefined ? held : heldWithNote(omitted);
  return violated({
    expected: 'a status below 500: 4xx if the request is invalid',
    actual: `${failure.method} returned ${status}`,
    shows: [failure],
  });
}

const place = 'assay-place';

/** Unusual values in otherwise valid content, one text for each place; `turn` selects one for some values. */
export type UnusualContent = (content: JsonObject, turn: number) => readonly string[];

/** Most members that get the same value, one after the other. */
const mostPlaces = 6;

export const unusualValues: Readonly<Record<string, UnusualContent>> = {
  'null character': inEach(isText, '"assay \\u0000 assay"'),
  'half a surrogate pair': inEach(isText, '"assay \\ud800"'),
  noncharacter: inOne(isText, '"assay \\uffff \\ufffe"'),
  'long text': inOne(isText, JSON.stringify('assay '.repeat(1700))),
  punctuation: inOne(isText, JSON.stringify('assay \'"`\\;%s{{1}}#{1}<b>&amp;')),
  'exceeds all limits': inEach(isNumber, '1e400'),
  'twenty digits': inEach(isNumber, '98765432109876543210'),
  'too small': inOne(isNumber, '1e-400'),
  'minus zero': inOne(isNumber, '-0'),
  deep: withMember(`"assay":${'['.repeat(200)}${']'.repeat(200)}`),
  unknown: withMember('"assay":"unknown"'),
  prototype: withMember('"__proto__":{"assay":true},"constructor":{"prototype":{"assay":true}}'),
  twice: (content, turn) => {
    const name = Object.keys(content)[0];
    return name === undefined ? [] : withMember(`${JSON.stringify(name)}:[{}]`)(content, turn);
  },
};

/** Ids in a path, percent-encoded as they are sent, that no item can have. */
export interface UnusualIds {
  /** A fresh text, and a fresh number of twenty digits. */
  readonly word: string;
  readonly digits: string;
}

/** Fresh parts of ids; every unusual id contains one of them, so that it never hits an item of others. */
export const createUnusualIds = (word: string): UnusualIds => ({
  word,
  digits: `9${[...word, ...word].map((character) => character.charCodeAt(0) % 10).join('')}`.slice(0, 20),
});

/** Unusual ids for requests that change nothing: some are no id of any service. */
export const idsToRead: Readonly<Record<string, (ids: UnusualIds) => string>> = {
  slash: ({ word }) => `${word}%2F${word}`,
  'twenty digits': ({ digits }) => digits,
  quotes: ({ word }) => `%27%22${word}`,
  'null character': ({ word }) => `${word}%00`,
  space: ({ word }) => `${word}%20${word}`,
  snowman: ({ word }) => `%E2%98%83${word}`,
  long: ({ word }) => word.repeat(50),
  negative: ({ digits }) => `-${digits.slice(0, 9)}`,
  percent: () => '%25',
  'invalid UTF-8': ({ word }) => `${word}%FF`,
  fraction: ({ digits }) => `${digits.slice(0, 9)}.5`,
  brackets: ({ word }) => `%5B${word}%5D`,
  nothing: () => 'null',
  extension: ({ word }) => `${word}.json`,
  'built-in': () => 'constructor',
  prototype: () => '__proto__',
  semicolon: ({ word }) => `${word};assay=1`,
};

/** The path of another id in the same collection: the id of an item need not be the last segment of its path. */
export function buildSiblingPath({ id, path }: Pick<Item, 'id' | 'path'>, other: string): string {
  const [plain = '', ...query] = path.split('?');
  const segments = plain.split('/');
  const place = segments.lastIndexOf(encodeURIComponent(id));
  const at = place === -1 ? segments.length - 1 : place;
  return [segments.with(at, other).join('/'), ...query].join('?');
}

function isText(member: Json): boolean {
  return typeof member === 'string';
}

function isNumber(member: Json): boolean {
  return typeof member === 'number';
}

/** The value in each member of a kind, also in nested objects and later elements of arrays. */
function inEach(isMeant: (member: Json) => boolean, value: string): UnusualContent {
  return (content) => listPlaces(content, isMeant).map((pointer) => put(content, pointer, value));
}

/** The value in one member of a kind. */
function inOne(isMeant: (member: Json) => boolean, value: string): UnusualContent {
  return (content, turn) => {
    const places = listPlaces(content, isMeant);
    const pointer = places[turn % Math.max(places.length, 1)];
    return pointer === undefined ? [] : [put(content, pointer, value)];
  };
}

/** Pointers to members of a kind, the outer ones first; the last element of an array stands for its elements. */
function listPlaces(content: JsonObject, isMeant: (member: Json) => boolean): string[] {
  const found: string[] = [];
  const queue: { readonly value: Json; readonly tokens: readonly string[] }[] = [{ value: content, tokens: [] }];
  for (const { value, tokens } of queue) {
    if (tokens.length > 0 && isMeant(value)) found.push(compare.buildPointer(tokens));
    const last = Array.isArray(value) && value.length > 0 ? value.length - 1 : undefined;
    if (Array.isArray(value) && last !== undefined)
      queue.push({ value: value[last] as Json, tokens: [...tokens, `${last}`] });
    else if (compare.isObject(value))
      queue.push(...Object.entries(value).map(([name, member]) => ({ value: member, tokens: [...tokens, name] })));
  }
  return found.slice(0, mostPlaces);
}

/** Numbers beyond what JSON.stringify can write, and single surrogates, are inserted as text. */
const put = (content: JsonObject, pointer: string, value: string): string =>
  JSON.stringify(compare.setAtPointer(content, pointer, place)).replace(`"${place}"`, () => value);

function withMember(member: string): UnusualContent {
  return (content) => {
    const text = JSON.stringify(content);
    return [`{${member}${text === '{}' ? '' : ','}${text.slice(1)}`];
  };
}
