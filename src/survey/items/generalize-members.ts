import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { looksAssigned } from '../../openapi/recognize/member-traits.js';
import { plainly } from '../../openapi/recognize/words.js';
import { numberLike, textLike } from './generalize-scalars.js';
import { infer } from './infer-schema.js';

/** A schema for values that resemble those that were seen, without repeating what somebody wrote: only choices, references and flags are taken over. */
function likenessOf(name: string, seen: readonly Json[]): JsonObject {
  const values = seen.filter((value) => value !== null);
  if (values.every((value) => typeof value === 'string')) return textLike(name, values);
  if (values.every((value) => typeof value === 'number')) return numberLike(name, values);
  if (values.every((value) => Array.isArray(value))) return listLike(name, values as readonly (readonly Json[])[]);
  if (values.every(isObject)) return membersLike(values);
  return infer(values);
}

function listLike(name: string, lists: readonly (readonly Json[])[]): JsonObject {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  if (longest === 0) return { type: 'array', maxItems: 0 };
  const areSets = lists.every((list) => new Set(list.map((entry) => JSON.stringify(entry))).size === list.length);
  return {
    type: 'array',
    items: likenessOf(name, lists.flat()),
    maxItems: longest,
    ...(lists.every(({ length }) => length > 0) ? { minItems: 1 } : {}),
    ...(areSets ? { uniqueItems: true } : {}),
  };
}

/** The schema of an object like these, of the members that `isWanted`. What only the `fullest` of them show is missing from the others by nobody's choice. */
export function membersLike(
  objects: readonly JsonObject[],
  isWanted: (name: string) => boolean = (name) => !looksAssigned(name, '/id'),
  fullest: readonly JsonObject[] = objects,
): JsonObject {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const seen = (name: string, among = objects) =>
    among.flatMap((object) => {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      return value === undefined || value === null ? [] : [value];
    });
  const others = objects.filter((object) => !fullest.includes(object));
  const isAlways = (name: string) => {
    const isEverywhere = seen(name).length === objects.length;
    const isInDetail = fullest.length > 0 && !others.some((object) => Object.hasOwn(object, name));
    return isEverywhere || (isInDetail && seen(name, fullest).length === fullest.length);
  };
  const sent = names.filter(
    (name) => seen(name).length > 0 && isWanted(name) && !isMoved(name) && !seen(name).some(isRelated),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(sent.map((name) => [name, likenessOf(name, seen(name))])),
    required: sent.filter(isAlways),
  };
}

/** Names of what a service moves or counts by itself, and of annotations. */
const isMoved = (name: string): boolean =>
  /^(status|state|phase|stage|slug|permalink|thumbnail|deleted|archivedat|deletedat|publishedat)$/.test(
    plainly(name),
  ) ||
  /(_count|Count|_url|Url)$/.test(name) ||
  /^[@$_]/.test(name);

/** Something else is shown in place: things with an id or a link of their own. */
const isRelated = (value: Json): boolean =>
  isObject(value)
    ? ['id', '_id', 'uuid', 'href', '_links', '@id'].some((name) => Object.hasOwn(value, name))
    : Array.isArray(value) && value.some((entry) => isObject(entry) && isRelated(entry));
