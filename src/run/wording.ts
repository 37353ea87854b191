import { randomInt } from 'node:crypto';
import { at, type Collection, isObject, type Json, type JsonObject, withAt } from '../rule/index.js';

/** What makes one made thing recognisable: its run mark, and values for members that must be unique. */
export interface Identity {
  readonly mark: string;
  readonly uniques: Readonly<Record<string, Json>>;
}

/** Length that a free text may have where its schema sets no limit. */
const unspokenLimit = 255;

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A word of small letters and digits that was never used before. */
export const freshWord = (length = 12): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** A fresh identity for one thing of a collection. */
export function identityFor(collection: Collection, runMark: string): Identity {
  const word = freshWord();
  const uniques = collection.unique.map((pointer) => [pointer, freshValue(pointer, word)]);
  return { mark: `assay-${runMark}-${word.slice(0, 8)}`, uniques: Object.fromEntries(uniques) };
}

/**
 * A drawn body as one thing carries it: overrides, unique members and the mark put in. The mark is added behind the
 * text that was drawn, and never makes it longer than the schema allows, so that a text of the greatest length stays one.
 */
export function worded(
  collection: Collection,
  body: Json,
  identity: Identity,
  markLimit: number,
  isMarked = false,
): Json {
  if (!isObject(body)) return body;
  let dressed: Json = body;
  for (const [pointer, value] of Object.entries(collection.overrides)) dressed = withAt(dressed, pointer, value);
  for (const [pointer, value] of Object.entries(identity.uniques)) {
    if (at(dressed, pointer) !== undefined) dressed = withAt(dressed, pointer, alikeKind(at(dressed, pointer), value));
  }
  return collection.marker === undefined
    ? dressed
    : marked(dressed, collection.marker, identity.mark, markLimit, isMarked);
}

function marked(body: Json, pointer: string, mark: string, markLimit: number, isForced: boolean): Json {
  const text = at(body, pointer);
  const limit = Number.isFinite(markLimit) ? markLimit : unspokenLimit;
  if (limit < mark.length || (typeof text === 'string' && text.includes(mark))) return body;
  const isTaken = typeof text === 'string' && text !== '';
  if (!isTaken && !isForced) return body;
  if (!isTaken) return withAt(body, pointer, mark);
  const kept = [...text]
    .slice(0, Math.max(0, limit - mark.length - 1))
    .join('')
    .trimEnd();
  return withAt(body, pointer, kept === '' ? mark : `${kept} ${mark}`);
}

/** The greatest length that a schema allows for a top-level member, through `$ref` and `allOf`. */
export function longestAt(schema: Json | undefined, document: Json | undefined, pointer: string, depth = 0): number {
  if (!isObject(schema) || depth > 8) return Number.POSITIVE_INFINITY;
  const { $ref, allOf, properties } = schema;
  const parts = Array.isArray(allOf) ? allOf : [];
  const target =
    typeof $ref === 'string' && $ref.startsWith('#') ? at(document, decodeURIComponent($ref.slice(1))) : undefined;
  const found = [target, ...parts].map((part) => longestAt(part, document, pointer, depth + 1));
  const member = at(properties, pointer);
  const own = isObject(member) ? lengthOf(member, document) : Number.POSITIVE_INFINITY;
  return Math.min(own, ...found);
}

function lengthOf(member: JsonObject, document: Json | undefined): number {
  const { maxLength, $ref } = member;
  if (typeof maxLength === 'number') return maxLength;
  const target = typeof $ref === 'string' ? at(document, decodeURIComponent($ref.slice(1))) : undefined;
  return isObject(target) && typeof target.maxLength === 'number' ? target.maxLength : Number.POSITIVE_INFINITY;
}

function freshValue(pointer: string, word: string): Json {
  if (/e-?mail/i.test(pointer)) return `assay-${word}@example.com`;
  return `assay-${word}`;
}

const alikeKind = (drawn: Json | undefined, fresh: Json): Json =>
  typeof drawn === 'number' ? randomInt(1_000_000, 2_000_000_000) : fresh;
