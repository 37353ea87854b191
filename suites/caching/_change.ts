import {
  type Arbitrary,
  assume,
  assumeMergePatch,
  type Bodies,
  buildPointer,
  defineCollectionNeed,
  type Exchange,
  getAtPointer,
  type Item,
  isEquivalent,
  isObject,
  type Json,
  type JsonObject,
  oneOf,
  parsePointer,
  preparePatch,
  record,
  setAtPointer,
  type Tools,
} from '#rule';

/** A change of an item as it is drawn. */
export interface Change {
  readonly way: 'PUT' | 'PATCH';
  /** Everything that was drawn, or no more than a word in the member that carries the mark. */
  readonly extent: 'all' | 'word';
  readonly replacement: Json;
  readonly patch: JsonObject;
}

/** Items can be changed, as a whole or in part. */
export const changeable = defineCollectionNeed(
  'changeable',
  'no PUT or PATCH with a known JSON body on the item',
  'resources[].replace',
  ({ replace, patch }) => Boolean(replace?.request ?? patch?.request),
);

/** Draws a change, by PUT and by PATCH in turn. */
export const drawChange = (bodies: Bodies): Arbitrary<Change> =>
  record<Change>({
    way: oneOf<Change['way']>('PATCH', 'PUT'),
    extent: oneOf<Change['extent']>('all', 'word', 'word'),
    replacement: bodies.replacement(),
    patch: bodies.patch(),
  });

/** What was written, and how. */
export interface Written {
  readonly sent: JsonObject;
  readonly exchange: Exchange;
}

/** Changes an item, on condition of an entity tag where one is given. What is written has a new word in it, where one can be put. */
export async function write(item: Item, change: Change, tools: Tools, match?: string): Promise<Written> {
  const { http, collection } = tools;
  const isPatch = collection.replace?.request === undefined || (change.way === 'PATCH' && collection.patch?.request);
  const operation = isPatch ? collection.patch : collection.replace;
  if (isPatch) assumeMergePatch(collection);
  const drawn = isPatch ? preparePatch(item, change.patch) : item.prepare(change.replacement);
  const sent = reworded(change.extent === 'word' ? littleOf(drawn, item, Boolean(isPatch), tools) : drawn, tools);
  const headers = {
    'content-type': operation?.request?.mediaType ?? 'application/json',
    ...(match !== undefined && { 'if-match': match }),
  };
  const method = isPatch ? 'PATCH' : 'PUT';
  return { sent, exchange: await http.send({ method, path: item.path, json: sent, headers }) };
}

/** Members that were sent, and would be seen if the item had taken them. */
export const tellingIn = (sent: JsonObject, before: Json | undefined): string[] =>
  Object.keys(sent).filter((name) => !isEquivalent(getAtPointer(before, buildPointer([name])), sent[name]));

/** What changes nothing but the member that carries the mark; all that was drawn where there is none. */
function littleOf(drawn: Json, item: Item, isPatch: boolean, { collection: { marker } }: Tools): Json {
  if (marker === undefined || (isPatch && getAtPointer(drawn, marker) === undefined)) return drawn;
  return isPatch ? setAtPointer({}, marker, '') : setAtPointer(item.sent, marker, '');
}

/** A patch names what it names; there, and in a whole, the mark gives way to a word of this moment. */
function reworded(worded: Json, { collection, fresh }: Tools): JsonObject {
  assume(isObject(worded), 'no-usable-case', 'what can be written is no object');
  const { marker } = collection;
  const isNamed = marker !== undefined && Object.hasOwn(worded, parsePointer(marker)[0] ?? '');
  const dressed = isNamed ? setAtPointer(worded, marker, fresh.word()) : worded;
  return isObject(dressed) ? dressed : worded;
}
