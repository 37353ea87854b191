import { randomInt } from 'node:crypto';
import { getAtPointer, isObject, type Json, setAtPointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { generateUniqueValue, isAdmittedText, listMemberSchemas } from './unique-values.js';

/**
 * Identifies one created item: its run marker, and values for its unique members, generated when they are first sent.
 */
export interface Identity {
  readonly mark: string;
  /** A text that no other item has. */
  readonly word: string;
  readonly uniques: Record<string, Json>;
}

export interface PrepareBodyOptions {
  /** Maximum length of the text with the marker. */
  readonly markLimit: number;
  /** Adds the marker even when the member was omitted or empty. */
  readonly isMarked?: boolean;
  /** Sends the body unchanged, and only adds what it omits. */
  readonly isAsItIs?: boolean;
  /** Schema of the body, and the document in which its references resolve. */
  readonly schema?: Json | undefined;
  readonly document?: Json | undefined;
}

/** Maximum length of a free text when its schema has no limit. */
const defaultTextLimit = 255;

const wordCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new text of lower-case letters and digits. */
export function generateWord(): string {
  let word = '';
  for (let i = 0; i < 12; i += 1) word += wordCharacters[randomInt(wordCharacters.length)];
  return word;
}

/** Creates the identity of one item of a run. */
export function createIdentity(runMark: string): Identity {
  const word = generateWord();
  return { mark: `assay-${runMark}-${word.slice(0, 8)}`, word, uniques: {} };
}

/**
 * Prepares a generated body for one item: applies overrides, unique members and the marker. The marker is appended to
 * the generated text and never exceeds the limit of the schema, so a text of maximum length keeps that length.
 */
export function prepareBody(collection: Collection, body: Json, identity: Identity, dressing: PrepareBodyOptions) {
  if (!isObject(body)) return body;
  const { isAsItIs = false } = dressing;
  let prepared: Json = body;
  for (const [pointer, value] of Object.entries(collection.overrides)) {
    if (!isAsItIs || getAtPointer(prepared, pointer) === undefined) prepared = setAtPointer(prepared, pointer, value);
  }
  if (!isAsItIs) prepared = setUniqueMembers(collection, prepared, identity, dressing);
  const { marker } = collection;
  const isTaken = marker !== undefined && isAsItIs && getAtPointer(prepared, marker) !== undefined;
  return marker === undefined || isTaken ? prepared : addMarker(prepared, marker, identity.mark, dressing);
}

/** Unique members keep their values for the same item; members that were not generated are not added. */
function setUniqueMembers(
  { unique }: Collection,
  body: Json,
  identity: Identity,
  { schema, document }: PrepareBodyOptions,
): Json {
  let prepared = body;
  for (const pointer of unique) {
    const drawn = getAtPointer(prepared, pointer);
    if (drawn === undefined) continue;
    identity.uniques[pointer] ??= generateUniqueValue(
      drawn,
      identity.word,
      pointer,
      listMemberSchemas(schema, document, pointer),
    );
    prepared = setAtPointer(prepared, pointer, identity.uniques[pointer]);
  }
  return prepared;
}

/** A text that the schema allows stays as it is where the schema forbids the marker in it. */
function addMarker(
  body: Json,
  pointer: string,
  mark: string,
  { markLimit, isMarked: isForced = false, schema, document }: PrepareBodyOptions,
): Json {
  const text = getAtPointer(body, pointer);
  const member = listMemberSchemas(schema, document, pointer);
  const isBroken = (marked: string) =>
    !isAdmittedText(marked, member) && (typeof text !== 'string' || isAdmittedText(text, member));
  const limit = Number.isFinite(markLimit) ? markLimit : defaultTextLimit;
  if (limit < mark.length || (typeof text === 'string' && text.includes(mark))) return body;
  const isTaken = typeof text === 'string' && text !== '';
  if (!isTaken && !isForced) return body;
  if (!isTaken) return isBroken(mark) ? body : setAtPointer(body, pointer, mark);
  const kept = [...text]
    .slice(0, Math.max(0, limit - mark.length - 1))
    .join('')
    .trimEnd();
  const marked = kept === '' ? mark : `${kept} ${mark}`;
  return isBroken(marked) ? body : setAtPointer(body, pointer, marked);
}

/** Returns the maximum length that a schema allows for a top-level member, through `$ref` and `allOf`. */
export const findMaxLength = (schema: Json | undefined, document: Json | undefined, pointer: string): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...listMemberSchemas(schema, document, pointer).flatMap(({ maxLength }) =>
      typeof maxLength === 'number' ? [maxLength] : [],
    ),
  );
