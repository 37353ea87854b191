import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { decodePercent } from '../../model/decode-percent.js';
import { type Exchange, getHeader } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import { generateWord } from '../identity/identity.js';
import { resolveLinkPath } from './read-page.js';

/** The address of an item: its id, and its path under the base URL. */
export interface ItemAddress {
  readonly id: string;
  readonly path: string;
}

/** Reads the address of a created item: by the id in the content, otherwise by Location (RFC 9110 §10.2.2). */
export function readCreatedAddress(collection: Collection, exchange: Exchange, baseUrl: string) {
  const id = readIdAsText(collection, exchange.answer?.json);
  return (
    (id === undefined ? undefined : buildItemAddress(collection, id)) ??
    readLocationAddress(collection, exchange, baseUrl)
  );
}

/** The Location of a 202 response is a status monitor, and a Location that is not an item path is no address. */
function readLocationAddress(collection: Collection, exchange: Exchange, baseUrl: string): ItemAddress | undefined {
  const location = getHeader(exchange.answer, 'location');
  if (location === undefined || exchange.answer?.status === 202) return undefined;
  const path = resolveLinkPath(location, collection.path, baseUrl);
  if (path === undefined) return undefined;
  const shown = readIdAsText(collection, exchange.answer?.json);
  // Without a known item path, any path that ends with the id is accepted.
  const isElsewhere = collection.itemPath === undefined && shown !== undefined && getLastSegment(path) === shown;
  const id = isElsewhere ? shown : readIdFromPath(collection, path);
  return id === undefined ? undefined : { id, path };
}

/**
 * Reads the id in the path of an item; undefined for other paths. A version before it and a query after it are ignored.
 */
export function readIdFromPath({ itemPath, path: list, id }: Collection, path: string): string | undefined {
  const plain = path.split('?')[0]?.replace(/\/$/, '') ?? '';
  const template = (itemPath ?? `${list.replace(/\/$/, '')}/{id}`).replace(/\/$/, '');
  const [before = '', after = ''] = template.split(/\{[^}]+\}/);
  const inside = plain.slice(before.length, plain.length - after.length);
  const isItem = plain.startsWith(before) && plain.endsWith(after) && inside !== '' && !inside.includes('/');
  return isItem ? spellId(id, decodePercent(inside)) : undefined;
}

/** Reads the address of a list entry. */
export function readEntryAddress(collection: Collection, entry: Json): ItemAddress | undefined {
  const id = readIdAsText(collection, entry);
  return id === undefined ? undefined : buildItemAddress(collection, id);
}

/** Builds the address of an id in a collection; undefined when the item path is unknown. */
export function buildItemAddress({ itemPath }: Collection, id: string): ItemAddress | undefined {
  if (itemPath === undefined) return undefined;
  return { id, path: itemPath.replace(/\{[^}]+\}/, encodeURIComponent(id)) };
}

export function readIdAsText({ id }: Collection, representation: Json | undefined): string | undefined {
  const found = readItemId(representation, id.pointer);
  return found === undefined ? undefined : spellId(id, String(found));
}

const spellId = ({ ignoresCase }: Collection['id'], id: string): string => (ignoresCase ? id.toLowerCase() : id);

/** Generates an id in the format of a real one that does not exist. */
export function generateUnusedId(real: string): string {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(real)) return randomUUID();
  const [, head = '', word = '', tail = ''] = /^(.*?)([0-9A-Za-z]{1,16})([^0-9A-Za-z]*)$/s.exec(real) ?? [];
  if (word === '') return real + generateWord();
  for (;;) {
    const minted = head + generateUnusedWord(word) + tail;
    if (minted !== real) return minted;
  }
}

/**
 * Services assign numbers in sequence, so a small number must be far away to be unused; the same applies to the number
 * of a short `t7`.
 */
function generateUnusedWord(word: string): string {
  const [, letters = '', digits = ''] = /^([A-Za-z]*)(\d{1,9})$/.exec(word) ?? [];
  const isCounted = digits !== '' && (letters === '' || word.length <= 6);
  if (isCounted)
    return letters + String(Number(digits) + 1_000_000 + randomInt(1_000_000)).padStart(digits.length, '0');
  if (word.length < minWordLength) return word + generateWord();
  const bytes = randomBytes(word.length);
  return [...word].map((character, i) => randomizeCharacter(character, bytes[i] ?? 0)).join('');
}

/** Words of fewer letters are so few that others may have them. */
const minWordLength = 4;

function randomizeCharacter(character: string, random: number): string {
  if (/[0-9]/.test(character)) return String(random % 10);
  const first = character < 'a' ? 65 : 97;
  const isHex = /[a-f]/i.test(character);
  return String.fromCharCode(first + (random % (isHex ? 6 : 26)));
}

const getLastSegment = (path: string) => decodePercent(path.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? '');
