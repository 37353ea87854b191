import type { Intention } from '../../ledger/entry.js';
import { digestMarkers, digestMembers, parseSentBody } from '../../ledger/markers.js';
import { isEquivalent } from '../../model/difference.js';
import type { Exchange } from '../../model/exchange.js';
import { getAtPointer, isObject, type Json, type JsonObject, parsePointer, setAtPointer } from '../../model/json.js';
import type { CreationForm } from '../../model/service/collection-parts.js';
import type { Collection } from '../../model/service/subject.js';
import type { HttpRequest } from '../../rule/http/request.js';
import { turnSwitchesOff } from '../content/request-content.js';
import type { ItemAddress } from './item-address.js';
import {
  generateChosenId,
  generateUniqueValue,
  generateWord,
  isAdmittedText,
  isUuid,
  listMemberSchemas,
  listParts,
} from './unique-values.js';

/**
 * Identifies one created item: its run marker, and values for its unique members, generated when they are first sent.
 */
export interface Identity {
  readonly mark: string;
  /** A text that no other item has. */
  readonly word: string;
  readonly uniques: Record<string, Json>;
}

export function createIdentity(runMark: string): Identity {
  const word = generateWord();
  return { mark: `assay-${runMark}-${word.slice(0, 8)}`, word, uniques: {} };
}

export function listIdentityTexts({ mark, uniques }: Identity): string[] {
  const texts = [mark];
  for (const value of Object.values(uniques)) if (typeof value === 'string' && value.length >= 6) texts.push(value);
  return texts;
}

/** Whether a response contains a text that identifies this item, ignoring case. */
export const hasIdentityText = ({ answer }: Exchange, identity: Identity): boolean =>
  hasIdentityIn(answer?.text ?? '', identity);

/** The same of a part of a response. */
export function hasIdentityIn(shown: string, identity: Identity): boolean {
  const text = shown.toLowerCase();
  for (const sign of listIdentityTexts(identity)) if (text.includes(sign.toLowerCase())) return true;
  return false;
}

/** Chooses the id of an item that the client names, and returns its address. The same item keeps its id. No other item has it: it is random and long. */
export function chooseAddress(collection: Collection, { path }: CreationForm, identity: Identity): ItemAddress {
  const { pointer } = collection.id;
  identity.uniques[pointer] ??= generateChosenId(collection, identity.word);
  const chosen = String(identity.uniques[pointer]);
  return { id: chosen, path: path.replace(/\{[^}]+\}([^{}]*)$/, `${encodeURIComponent(chosen)}$1`) };
}

export interface PrepareBodyOptions {
  /** Adds the marker even when its member was omitted or empty. */
  readonly isMarked?: boolean;
  /** The document in which references of the schema resolve. */
  readonly document?: Json | undefined;
}

/**
 * Prepares a generated body for one item: applies overrides, unique members, switches that are left off, the marker and an id that the
 * client chose. The same item keeps the values of its unique members; members that were not generated are not added.
 */
export function prepareBody(
  collection: Collection,
  body: Json,
  identity: Identity,
  { isMarked = false, document }: PrepareBodyOptions = {},
): Json {
  if (!isObject(body)) return body;
  const { overrides, unique, marker, create, creation, id, semanticInvalid, standing = [] } = collection;
  const schema = create?.request?.schema;
  // A body that the profile declares as invalid must not become valid by these changes.
  const isAsItIs = isOneOf(semanticInvalid, body);
  let prepared: Json = body;
  for (const [pointer, value] of Object.entries(overrides)) {
    if (!isAsItIs || getAtPointer(prepared, pointer) === undefined) prepared = setAtPointer(prepared, pointer, value);
  }
  for (const pointer of isAsItIs ? [] : unique) {
    const drawn = getAtPointer(prepared, pointer);
    if (drawn === undefined) continue;
    const member = listMemberSchemas(schema, document, pointer);
    // A service may accept only the version and the variant of the UUIDs that it has.
    const [like = drawn] = pointer === id.pointer && isUuid(drawn) ? standing.filter(isUuid) : [];
    identity.uniques[pointer] ??= generateUniqueValue(like, identity.word, pointer, member);
    prepared = setAtPointer(prepared, pointer, identity.uniques[pointer]);
  }
  if (!isAsItIs) prepared = turnSwitchesOff(collection, prepared);
  const isTaken = marker !== undefined && isAsItIs && getAtPointer(prepared, marker) !== undefined;
  if (marker !== undefined && !isTaken)
    prepared = addMarker(prepared, marker, identity.mark, isMarked, listMemberSchemas(schema, document, marker));
  const [chosen, drawn] = [identity.uniques[id.pointer], getAtPointer(prepared, id.pointer)];
  if (isAsItIs || !creation?.isNamed || chosen === undefined || drawn === undefined) return prepared;
  return setAtPointer(prepared, id.pointer, typeof drawn === 'string' ? String(chosen) : chosen);
}

/** Whether a body is one of those that the profile declares. */
function isOneOf(declared: readonly Json[], body: Json): boolean {
  for (const one of declared) if (isEquivalent(one, body)) return true;
  return false;
}

/** Maximum length of a free text when its schema has no limit. */
const defaultTextLimit = 255;

/**
 * Appends the marker to a generated text. It never exceeds the limit of the schema, so a text of maximum length keeps that length. A
 * text that the schema allows stays as it is where the schema forbids the marker in it.
 */
function addMarker(body: Json, pointer: string, mark: string, isForced: boolean, member: readonly JsonObject[]): Json {
  const text = getAtPointer(body, pointer);
  const limits = member.flatMap(({ maxLength }) => (typeof maxLength === 'number' ? [maxLength] : []));
  const limit = limits.length === 0 ? defaultTextLimit : Math.min(...limits);
  if (limit < mark.length || (typeof text === 'string' && text.includes(mark))) return body;
  const isTaken = typeof text === 'string' && text !== '';
  if (!isTaken && !isForced) return body;
  const room = Math.max(0, limit - mark.length - 1);
  const kept = isTaken ? [...text].slice(0, room).join('').trimEnd() : '';
  const marked = kept === '' ? mark : `${kept} ${mark}`;
  const isBroken = !isAdmittedText(marked, member) && (typeof text !== 'string' || isAdmittedText(text, member));
  return isBroken ? body : setAtPointer(body, pointer, marked);
}

/** Schema keywords with which an additional member cannot make an invalid body valid. */
const harmlessKeywords = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', '$ref', 'allOf', 'title', 'description', 'example'],
  ...['examples', '$schema', '$id', '$defs', 'definitions', 'deprecated', 'discriminator', 'xml', 'externalDocs'],
]);

/** Keywords that are allowed in the schema of the marker member. */
const harmlessMemberKeywords = new Set([
  ...['type', 'maxLength', 'minLength', 'title', 'description', 'example', 'examples', 'default', '$ref', 'allOf'],
  ...['deprecated', 'nullable', '$comment'],
]);

function hasOnly(part: JsonObject, keywords: ReadonlySet<string>): boolean {
  for (const keyword of Object.keys(part)) if (!keywords.has(keyword) && !keyword.startsWith('x-')) return false;
  return true;
}

/**
 * Whether the marker may be added to a generated body that omits its member. Every creation carries the marker, so that
 * it is found after the run was killed; but the marker must not make an intentionally invalid body valid.
 */
export function canCarryMarker(collection: Collection, body: Json, document?: Json): boolean {
  const { marker, create, semanticInvalid, conflicts } = collection;
  if (marker === undefined || !isObject(body)) return false;
  const drawn = getAtPointer(body, marker);
  if (drawn !== undefined && drawn !== '') return false;
  if (isOneOf(semanticInvalid, body) || isOneOf(conflicts, body)) return false;
  const schema = create?.request?.schema;
  if (!isObject(schema)) return false;
  // Known for each schema, because every item of a collection has the same.
  let known = markerPlaces.get(schema);
  if (known?.marker !== marker || known.document !== document) {
    known = { marker, document, place: describeMarkerPlace(schema, marker, document) };
    markerPlaces.set(schema, known);
  }
  return known.place === 'free' || (known.place === 'required' && drawn === '');
}

const markerPlaces = new WeakMap<JsonObject, { marker: string; document: Json | undefined; place: MarkerPlace }>();

/** Whether the marker may be added: always, where its member is not omitted because it is required, or never. */
type MarkerPlace = 'free' | 'required' | 'closed';

function describeMarkerPlace(schema: JsonObject, marker: string, document: Json | undefined): MarkerPlace {
  const said = listMemberSchemas(schema, document, marker);
  if (said.length === 0) return 'closed';
  for (const part of said) if (!isFreeText(part)) return 'closed';
  let place: MarkerPlace = 'free';
  for (const part of listParts(schema, document)) {
    if (!hasOnly(part, harmlessKeywords)) return 'closed';
    if (Array.isArray(part.required) && part.required.includes(marker.slice(1))) place = 'required';
  }
  return place;
}

/** Free text, which may be empty. */
function isFreeText(part: JsonObject): boolean {
  if (!hasOnly(part, harmlessMemberKeywords) || (typeof part.minLength === 'number' && part.minLength > 0))
    return false;
  for (const type of [part.type].flat()) if (type !== undefined && type !== 'string' && type !== 'null') return false;
  return true;
}

/** Where nothing describes the items, a text at the top without a form of its own gets the marker: it shows whose an item is. */
export function adoptMarker(collection: Collection, schema: Json, member: string, document: Json | undefined) {
  const { marker, create } = collection;
  if (marker !== undefined || create?.provenance !== 'assumed' || parsePointer(member).length !== 1) return collection;
  const said = listMemberSchemas(schema, document, member);
  const isText =
    said.length > 0 && said.every((part) => part.type === 'string' && isFreeText({ ...part, minLength: 0 }));
  return isText ? { ...collection, marker: member } : collection;
}

/** What the ledger stores about a creation, to find its outcome later. No item shows a key that is sent with it. */
export function buildIntention(
  collection: Collection,
  { text, as }: HttpRequest,
  identity: Identity,
  sent: Json,
): Intention {
  const shown = text ?? JSON.stringify(sent);
  const seen: string[] = [];
  for (const sign of listIdentityTexts(identity))
    if (shown.includes(sign) || shown.toLowerCase().includes(sign.toLowerCase())) seen.push(sign);
  const { mark } = identity;
  const body = text === undefined ? sent : parseSentBody(text);
  const known = { at: collection.path, ...(as && { as }) };
  if (seen.length === 0) return { ...known, isUnmarked: true, prints: digestMembers(body, mark) };
  const signs = seen[0] === mark ? seen.slice(1) : seen;
  const bears = digestMarkers(body, mark, collection, signs);
  return { ...known, ...(signs.length > 0 && { signs }), bears };
}
