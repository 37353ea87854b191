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
  values,
} from '#rule';
import { getMember } from '../../_shared/members.js';

export interface Change {
  readonly way: 'PUT' | 'PATCH';
  /** Everything that was drawn, or only a fresh text in the member that carries the marker. */
  readonly extent: 'all' | 'word';
  readonly replacement: Json;
  readonly patch: JsonObject;
}

export const changeable = needs.defineNeed('collection', {
  name: 'changeable',
  reason: 'no PUT or PATCH with a known JSON request body on the item',
  enable: 'resources[].replace',
  isMet: ({ replace, patch }) => Boolean(replace?.request ?? patch?.request),
});

type Operation = NonNullable<Collection['create']>;

/**
 * The document promises conditional writes: it names If-Match, or 412 or 428 for a write (RFC 6585 §3). A framework that adds
 * entity tags to every response for caches promises nothing about writes.
 */
export const conditionalWrites = needs.defineNeed('collection', {
  name: 'conditional writes',
  reason: 'the document names neither If-Match nor 412 nor 428 for a write to the item',
  enable: '--openapi',
  isMet: ({ replace, patch, remove }) =>
    [replace, patch, remove].some((one) => one !== undefined && isConditional(one)),
});

/** Whether the document promises that an operation observes If-Match. */
export const isConditional = ({ statuses, parameters }: Operation): boolean =>
  statuses.some((status) => status === 412 || status === 428) ||
  parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === 'if-match');

/** Draws a change, by PUT and by PATCH in turn. */
export const drawChange = (bodies: values.Bodies) =>
  values.record<Change>({
    way: values.oneOf<Change['way']>('PATCH', 'PUT'),
    extent: values.oneOf<Change['extent']>('all', 'word', 'word'),
    replacement: bodies.replacement(),
    patch: bodies.patch(),
  });

export interface WrittenChange {
  readonly sent: JsonObject;
  readonly exchange: Exchange;
}

/** Changes an item, with If-Match and If-None-Match where given, and a fresh text where a member can carry one. */
export async function writeChange(item: Item, change: Change, tools: Tools, match?: string, unless?: string) {
  const { client, collection } = tools;
  const isPatch = collection.replace?.request === undefined || (change.way === 'PATCH' && collection.patch?.request);
  const operation = isPatch ? collection.patch : collection.replace;
  const drawn = isPatch ? http.preparePatch(item, change.patch) : item.prepare(change.replacement);
  const sent = markWithFreshText(
    change.extent === 'word' ? createSmallChange(drawn, item, Boolean(isPatch), tools) : drawn,
    tools,
  );
  const headers = {
    'content-type': operation?.request?.mediaType ?? 'application/json',
    ...(match !== undefined && { 'if-match': match }),
    ...(unless !== undefined && { 'if-none-match': unless }),
  };
  const method = operation?.method ?? 'PUT';
  return { sent, exchange: await client.send({ method, path: item.path, json: sent, headers }) };
}

/** Members that were sent and would show a new value if the item had stored them. */
export const listChangedMembers = (sent: JsonObject, before: Json | undefined): string[] =>
  Object.keys(sent).filter((name) => !compare.isEquivalent(getMember(before, name), sent[name]));

/** Changes only the member that carries the marker; everything that was drawn where there is no such member. */
function createSmallChange(drawn: Json, item: Item, isPatch: boolean, { collection: { marker } }: Tools): Json {
  if (marker === undefined || (isPatch && compare.getAtPointer(drawn, marker) === undefined)) return drawn;
  return isPatch ? compare.setAtPointer({}, marker, '') : compare.setAtPointer(item.sent, marker, '');
}

/** The content with a fresh text in place of the marker. A patch keeps to the members that it names. */
function markWithFreshText(body: Json, { collection, fresh }: Tools): JsonObject {
  assume(compare.isObject(body), 'no-usable-case', 'the request body is not an object');
  const { marker } = collection;
  const isNamed = marker !== undefined && Object.hasOwn(body, compare.parsePointer(marker)[0] ?? '');
  const marked = isNamed ? compare.setAtPointer(body, marker, fresh.word()) : body;
  return compare.isObject(marked) ? marked : body;
}
