import { randomInt } from 'node:crypto';
import { getAtPointer, isObject, type Json, setAtPointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { generateUniqueValue, listMemberSchemas } from './unique-values.js';

/** What makes one made thing recognisable: its run mark, and values for members that must be unique, minted when they are first sent. */
export interface Identity {
  readonly mark: string;
  /** A word that no other thing was given. */
  readonly word: string;
  readonly uniques: Record<string, Json>;
}

/** How a body is dressed. */
export interface PrepareBodyOptions {
  /** Greatest length of the text that carries the mark. */
  readonly markLimit: number;
  /** Puts the mark in even where the member was left out or empty. */
  readonly isMarked?: boolean;
  /** The body is sent as it is, as far as it says anything: only what it leaves out is filled in. */
  readonly isAsItIs?: boolean;
  /** Schema of what is sent, and the document in which its references resolve. */
  readonly schema?: Json | undefined;
  readonly document?: Json | undefined;
}

/** Length that a free text may have where its schema sets no limit. */
const defaultTextLimit = 255;

const wordCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A word of small letters and digits that was never used before. */
export function generateWord(length = 12): string {
  let word = '';
  for (let i = 0; i < length; i += 1) word += wordCharacters[randomInt(wordCharacters.length)];
  return word;
}

/** A fresh identity for one thing of a run. */
export function createIdentity(runMark: string): Identity {
  const word = generateWord();
  return { mark: `assay-${runMark}-${word.slice(0, 8)}`, word, uniques: {} };
}

/**
 * A drawn body as one thing carries it: overrides, unique members and the mark put in. The mark is added behind the
 * text that was drawn, and never makes it longer than the schema allows, so that a text of the greatest length stays one.
 */
export function prepareBody(
  collection: Collection,
  body: Json,
  identity: Identity,
  dressing: PrepareBodyOptions,
): Json {
  if (!isObject(body)) return body;
  const { isAsItIs = false, isMarked = false, markLimit } = dressing;
  let dressed: Json = body;
  for (const [pointer, value] of Object.entries(collection.overrides)) {
    if (!isAsItIs || getAtPointer(dressed, pointer) === undefined) dressed = setAtPointer(dressed, pointer, value);
  }
  if (!isAsItIs) dressed = setUniqueMembers(collection, dressed, identity, dressing);
  const { marker } = collection;
  const isTaken = marker !== undefined && isAsItIs && getAtPointer(dressed, marker) !== undefined;
  return marker === undefined || isTaken ? dressed : addMarker(dressed, marker, identity.mark, markLimit, isMarked);
}

/** Members that must be unique stay what they are for the same thing; those that were not drawn are not added. */
function setUniqueMembers(
  { unique }: Collection,
  body: Json,
  identity: Identity,
  { schema, document }: PrepareBodyOptions,
): Json {
  let dressed = body;
  for (const pointer of unique) {
    const drawn = getAtPointer(dressed, pointer);
    if (drawn === undefined) continue;
    identity.uniques[pointer] ??= generateUniqueValue(
      drawn,
      identity.word,
      pointer,
      listMemberSchemas(schema, document, pointer),
    );
    dressed = setAtPointer(dressed, pointer, identity.uniques[pointer]);
  }
  return dressed;
}

function addMarker(body: Json, pointer: string, mark: string, markLimit: number, isForced: boolean): Json {
  const text = getAtPointer(body, pointer);
  const limit = Number.isFinite(markLimit) ? markLimit : defaultTextLimit;
  if (limit < mark.length || (typeof text === 'string' && text.includes(mark))) return body;
  const isTaken = typeof text === 'string' && text !== '';
  if (!isTaken && !isForced) return body;
  if (!isTaken) return setAtPointer(body, pointer, mark);
  const kept = [...text]
    .slice(0, Math.max(0, limit - mark.length - 1))
    .join('')
    .trimEnd();
  return setAtPointer(body, pointer, kept === '' ? mark : `${kept} ${mark}`);
}

/** The greatest length that a schema allows for a top-level member, through `$ref` and `allOf`. */
export const findMaxLength = (schema: Json | undefined, document: Json | undefined, pointer: string): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...listMemberSchemas(schema, document, pointer).flatMap(({ maxLength }) =>
      typeof maxLength === 'number' ? [maxLength] : [],
    ),
  );
