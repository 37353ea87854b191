import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Exchange, getHeader } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import { generateWord } from '../identity/identity.js';
import { resolveLinkPath } from './read-page.js';

/** Where a thing is: its id, and its path under the base URL. */
export interface ItemAddress {
  readonly id: string;
  readonly path: string;
}

/** Address of what a creation made: by the id in its content, else by Location (RFC 9110 §10.2.2). */
export function readCreatedAddress(
  collection: Collection,
  exchange: Exchange,
  baseUrl: string,
): ItemAddress | undefined {
  const id = readIdAsText(collection, exchange.answer?.json);
  return (
    (id === undefined ? undefined : buildItemAddress(collection, id)) ??
    readLocationAddress(collection, exchange, baseUrl)
  );
}

/** What is accepted only (202) is pointed to by its monitor, and what has no place of an item is none. */
function readLocationAddress(collection: Collection, exchange: Exchange, baseUrl: string): ItemAddress | undefined {
  const location = getHeader(exchange.answer, 'location');
  if (location === undefined || exchange.answer?.status === 202) return undefined;
  const path = resolveLinkPath(location, collection.path, baseUrl);
  if (path === undefined) return undefined;
  const shown = readIdAsText(collection, exchange.answer?.json);
  // Where nobody knows what the address of an item looks like, it may be anywhere, so long as it ends with the id.
  const isElsewhere = collection.itemPath === undefined && shown !== undefined && getLastSegment(path) === shown;
  const id = isElsewhere ? shown : readIdFromPath(collection, path);
  return id === undefined ? undefined : { id, path };
}

/** The id in the path of an item; undefined for any other path. A version or a query before or behind it is nothing to us. */
export function readIdFromPath({ itemPath, path: list }: Collection, path: string): string | undefined {
  const plain = path.split('?')[0]?.replace(/\/$/, '') ?? '';
  const template = (itemPath ?? `${list.replace(/\/$/, '')}/{id}`).replace(/\/$/, '');
  const [before = '', after = ''] = template.split(/\{[^}]+\}/);
  const inside = plain.slice(before.length, plain.length - after.length);
  const isItem = plain.startsWith(before) && plain.endsWith(after) && inside !== '' && !inside.includes('/');
  return isItem ? decodeSegment(inside) : undefined;
}

/** Address of an entry of a list. */
export function readEntryAddress(collection: Collection, entry: Json): ItemAddress | undefined {
  const id = readIdAsText(collection, entry);
  return id === undefined ? undefined : buildItemAddress(collection, id);
}

/** The address that an id has in a collection; undefined when the shape of item URLs is not known. */
export function buildItemAddress({ itemPath }: Collection, id: string): ItemAddress | undefined {
  if (itemPath === undefined) return undefined;
  return { id, path: itemPath.replace(/\{[^}]+\}/, encodeURIComponent(id)) };
}

/** The id that a representation carries, as text. */
export function readIdAsText({ id }: Collection, representation: Json | undefined): string | undefined {
  const found = readItemId(representation, id.pointer);
  return found === undefined ? undefined : String(found);
}

/** An id in the shape of a real one, that was never given out. */
export function generateUnusedId(real: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(real)) return randomUUID();
  const [, head = '', word = '', tail = ''] = /^(.*?)([0-9A-Za-z]{1,16})([^0-9A-Za-z]*)$/s.exec(real) ?? [];
  if (word === '') return real + generateWord();
  for (;;) {
    const minted = head + generateUnusedWord(word) + tail;
    if (minted !== real) return minted;
  }
}

/** Numbers are given out in a row, so a small one must be far away to be nobody's; so must the number of a short `t7`. */
function generateUnusedWord(word: string): string {
  const [, letters = '', digits = ''] = /^([A-Za-z]*)(\d{1,9})$/.exec(word) ?? [];
  const isCounted = digits !== '' && (letters === '' || word.length <= 6);
  if (isCounted)
    return letters + String(Number(digits) + 1_000_000 + randomInt(1_000_000)).padStart(digits.length, '0');
  const bytes = randomBytes(word.length);
  return [...word].map((character, i) => randomizeCharacter(character, bytes[i] ?? 0)).join('');
}

function randomizeCharacter(character: string, random: number): string {
  if (/[0-9]/.test(character)) return String(random % 10);
  const first = character < 'a' ? 65 : 97;
  const isHex = /[a-f]/i.test(character);
  return String.fromCharCode(first + (random % (isHex ? 6 : 26)));
}

const getLastSegment = (path: string) => decodeSegment(path.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? '');

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
