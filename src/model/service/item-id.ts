import { decodePercent, escapeRegExp } from '../escapes.js';
import {
  buildPointer,
  getAtPointer,
  getMember,
  isObject,
  type Json,
  type JsonObject,
  normalizeName,
  setAtPointer,
} from '../json.js';

/** Where the representations of a collection show the id of their item. */
export interface IdPlaces {
  readonly id: { readonly pointer: string; readonly alsoAt?: readonly string[] };
  readonly itemPath?: string | undefined;
}

/**
 * The id of a representation: at the pointer of the collection, otherwise where lists or creations have it. A member with the URL of the
 * item says the id that the item path has at its parameter.
 */
export function readItemId(representation: Json | undefined, { id, itemPath }: IdPlaces): string | number | undefined {
  const own = getAtPointer(representation, id.pointer);
  const isPlain = typeof own === 'number' || (typeof own === 'string' && !/\p{Surrogate}/u.test(own));
  let found = isPlain ? own : readIdAt(representation, id.pointer);
  for (const place of id.alsoAt ?? []) found ??= readIdAt(representation, place);
  return typeof found === 'string' && found.includes('/') ? (readIdFromUrl(found, itemPath) ?? found) : found;
}

/** The id in the URL of an item, absolute or relative; undefined: it does not end as the item path does. */
export function readIdFromUrl(url: string, itemPath: string | undefined): string | undefined {
  if (itemPath === undefined) return undefined;
  const stem = itemPath.lastIndexOf('{');
  const [before, after] = [itemPath.slice(1, stem), itemPath.slice(itemPath.indexOf('}', stem) + 1)];
  const parts = before.split(/\{[^{}]*\}/).map(escapeRegExp);
  const found = new RegExp(
    `(?:^|/)${parts.join('[^/]+')}([^/?#]+)${escapeRegExp(trimSlash(after))}/?(?:[?#].*)?$`,
  ).exec(url);
  return found?.[1] === undefined ? undefined : decodePercent(found[1]);
}

const trimSlash = (path: string): string => path.replace(/\/$/, '');

/**
 * Reads the id of a representation at a pointer. The pointer may lead through an envelope, as `/data/id`; entries of a list have none,
 * so the first step is then skipped. A text with half a character is no id: no URI can name it (RFC 3986 §2.5).
 */
export function readIdAt(representation: Json | undefined, pointer: string): string | number | undefined {
  for (let rest = pointer; ; ) {
    const found = getAtPointer(representation, rest);
    if (typeof found === 'number' || (typeof found === 'string' && !/\p{Surrogate}/u.test(found))) return found;
    const next = rest.indexOf('/', 1);
    if (next === -1) return undefined;
    rest = rest.slice(next);
  }
}

/** Names of members that identify an item and do not refer to another one. */
const idNamePattern =
  /^(((document|public|external|object|entry|resource|global|short|unique)?(id|uuid|guid))|[sg]id|key|slug|handle)$/;

/** Names of identifying members when there is no better one. */
const fallbackIdNamePattern = /^(code|number|name)$/;

/** Whether a member of items with this noun is usually their id. */
export function isIdName(name: string, noun: string): boolean {
  const one = normalizeName(noun).replace(/ies$/, 'y').replace(/s$/, '');
  const own = ['id', 'uuid', 'guid', 'key', 'number', 'code'].map((word) => one + word);
  return idNamePattern.test(normalizeName(name)) || own.includes(normalizeName(name));
}

/** JSON Pointers to possible id members, most likely first, by their names; `noun` names the items. */
export function listIdPointers(shown: Json | undefined, noun: string): string[] {
  if (!isObject(shown)) return [];
  const names = Object.keys(shown).filter((name) => isIdValue(shown[name]));
  const usual = names.filter((name) => isIdName(name, noun));
  return [...usual, ...names.filter((name) => fallbackIdNamePattern.test(normalizeName(name)))].map((name) =>
    buildPointer([name]),
  );
}

/**
 * JSON Pointers to the members without spaces that differ between all of these entries, whatever their names; of a single entry,
 * those that are made to be ids.
 */
export function listDistinctPointers(entries: readonly Json[]): string[] {
  const [first, another] = entries;
  const places = isObject(first) ? Object.keys(first).map((name) => buildPointer([name])) : [];
  const isPossible = (value: Json | undefined) =>
    isIdValue(value) && (another === undefined ? isTelling(String(value)) : !/\s/.test(String(value)));
  return places.filter((place) => {
    const values = entries.map((entry) => getAtPointer(entry, place));
    return values.every(isPossible) && new Set(values).size === values.length;
  });
}

/** Whether an id is hardly that of another item; equal content proves less, because a text may be one of a few. */
export const isTelling = (id: string): boolean => /^(?=.*\d)(?=.*[a-z])[\w-]{12,}$/i.test(id);

const isIdValue = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 200);

/** Steps to the URL of a representation in itself, as normalized names, most likely first; only JSON-LD names it `@id`. */
export const selfLinkSteps: readonly (readonly string[])[] = [
  ...[['links', 'self', 'href'], ['links', 'self'], ['self'], ['href'], ['url'], ['uri'], ['resourceuri'], ['@id']],
  ...[['self', 'href'], ['odataid']],
];

/** Whether the name of a member is this step to a link. */
export const isLinkStep = (name: string, step: string): boolean =>
  step.startsWith('@') ? name === step : normalizeName(name) === step && !name.startsWith('@id');

/** Names of members that begin the way to a link. */
const firstStepPattern = /^[_$]?(links|self|href|url|uri|resource[-_]?uri|@id|@?odata[._]?id)$/i;

/** Pointers to the texts of a representation that may be its own URL. */
export function listSelfLinkPointers(shown: Json | undefined): string[] {
  if (!isObject(shown)) return [];
  const firsts = new Map<string, string>();
  for (const name in shown)
    if (firstStepPattern.test(name)) firsts.set(name === '@id' ? name : normalizeName(name), name);
  const pointers: string[] = [];
  for (const [step = '', ...rest] of selfLinkSteps) {
    const first = firsts.get(step);
    const pointer = first === undefined ? undefined : findLinkPointer(shown[first], [first], rest);
    if (pointer !== undefined) pointers.push(pointer);
  }
  return pointers;
}

function findLinkPointer(
  inside: Json | undefined,
  above: readonly string[],
  [step, ...rest]: readonly string[],
): string | undefined {
  if (step === undefined) return typeof inside === 'string' ? buildPointer(above) : undefined;
  const name = isObject(inside) ? Object.keys(inside).find((one) => isLinkStep(one, step)) : undefined;
  return isObject(inside) && name !== undefined ? findLinkPointer(inside[name], [...above, name], rest) : undefined;
}

/** Returns the texts of a representation that may be its own URL. */
export function listSelfLinks(shown: Json | undefined): string[] {
  if (!isObject(shown)) return [];
  const texts = listSelfLinkPointers(shown).map((place) => getAtPointer(shown, place) as string);
  const links: readonly Json[] = Array.isArray(shown.links) ? shown.links : [];
  const self = links.find((link) => isObject(link) && link.rel === 'self');
  const text = getAtPointer(self, '/href');
  return typeof text === 'string' ? [...texts, text] : texts;
}

/**
 * The name of the member that has the item in a response: the only object in it that shows most of what is known of the item, where the
 * response itself shows none of it, nor the id. Numbers may have been sent as texts.
 */
export function findItemMember(shown: Json | undefined, item: Json | undefined, id?: string): string | undefined {
  const own = Object.entries(isObject(item) ? item : {}).filter(([, value]) => typeof value !== 'object');
  const count = (one: JsonObject) =>
    own.filter(([name, value]) => Object.hasOwn(one, name) && String(getMember(one, name)) === String(value)).length;
  if (!isObject(shown) || count(shown) > 0) return undefined;
  if (id !== undefined && Object.values(shown).some((value) => String(value) === id)) return undefined;
  const found = Object.entries(shown).filter(([, inside]) => isObject(inside) && count(inside) * 2 > own.length);
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** The entries of a list that is an object of items by their ids; an item that does not show its id gets it from its name. */
export const listKeyedEntries = (keyed: JsonObject, places: IdPlaces = { id: { pointer: '/id' } }): readonly Json[] =>
  Object.entries(keyed).map(([key, item]) =>
    isObject(item) && readItemId(item, places) === undefined ? setAtPointer(item, places.id.pointer, key) : item,
  );
