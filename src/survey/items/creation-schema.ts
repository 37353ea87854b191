import { getAtPointer, getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import { normalizeName } from '../../model/normalize-name.js';
import { isLikelyAssigned } from '../../openapi/recognize/member-traits.js';
import { generalizeNumbers, generalizeTexts } from './generalize-scalars.js';
import { inferSchema } from './infer-schema.js';

/**
 * Infers the schema of a creation from existing items: their members without those that the service sets, computes or
 * changes, judged by names and values. A member that is sometimes null or missing is optional.
 */
export function generalizeCreation(things: readonly JsonObject[], id: string, fullest = things): JsonObject {
  const own = (name: string) => !isLikelyAssigned(name, id) && !things.some((thing) => isDerived(thing, name, id));
  return generalizeMembers(things, own, fullest);
}

/** Whether a text contains the id of the item, such as a self link. */
function isDerived(thing: JsonObject, name: string, pointer: string): boolean {
  const id = getAtPointer(thing, pointer);
  const value = getMember(thing, name);
  if (typeof value !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return false;
  return value.split(/[/?=&#:]/).length > 1 && value.split(/[/?=&#]/).includes(String(id));
}

/**
 * Infers a schema for values like the observed ones without repeating user content: only enumerations, references and
 * flags are copied.
 */
function generalizeValues(name: string, seen: readonly Json[]): JsonObject {
  const values = seen.filter((value) => value !== null);
  if (values.every((value) => typeof value === 'string')) return generalizeTexts(name, values);
  if (values.every((value) => typeof value === 'number')) return generalizeNumbers(name, values);
  if (values.every((value) => Array.isArray(value)))
    return generalizeLists(name, values as readonly (readonly Json[])[]);
  if (values.every(isObject)) return generalizeMembers(values);
  return inferSchema(values);
}

function generalizeLists(name: string, lists: readonly (readonly Json[])[]): JsonObject {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  if (longest === 0) return { type: 'array', maxItems: 0 };
  const areSets = lists.every((list) => new Set(list.map((entry) => JSON.stringify(entry))).size === list.length);
  return {
    type: 'array',
    items: generalizeValues(name, lists.flat()),
    maxItems: longest,
    ...(lists.every(({ length }) => length > 0) ? { minItems: 1 } : {}),
    ...(areSets ? { uniqueItems: true } : {}),
  };
}

/**
 * Infers the schema of objects like these, with the members that `isWanted`. Members that only the `fullest` objects
 * have count as present in the others.
 */
export function generalizeMembers(
  objects: readonly JsonObject[],
  isWanted: (name: string) => boolean = (name) => !isLikelyAssigned(name, '/id'),
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
    (name) => seen(name).length > 0 && isWanted(name) && !isServiceManaged(name) && !seen(name).some(isRelatedItem),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(sent.map((name) => [name, generalizeValues(name, seen(name))])),
    required: sent.filter(isAlways),
  };
}

/** Names of members that a service changes or counts itself, and of annotations. */
const isServiceManaged = (name: string): boolean =>
  /^(status|state|phase|stage|slug|permalink|thumbnail|deleted|archivedat|deletedat|publishedat)$/.test(
    normalizeName(name),
  ) ||
  /(_count|Count|_url|Url)$/.test(name) ||
  /^[@$_]/.test(name);

/** Related items in place of a value: objects with an id or a link of their own. */
const isRelatedItem = (value: Json): boolean =>
  isObject(value)
    ? ['id', '_id', 'uuid', 'href', '_links', '@id'].some((name) => Object.hasOwn(value, name))
    : Array.isArray(value) && value.some((entry) => isObject(entry) && isRelatedItem(entry));
