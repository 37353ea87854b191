import { flattenObject, listRequired } from '../../generate/schema/read-schema.js';
import { buildPointer, getAtPointer, isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { OthersList } from './read-others.js';

/**
 * Records which switches one item of others may have alone, as a default: items of the run never have them on, because a service may
 * take them from the item that had them. By what the lists and the items that they do not show say before the first write.
 */
export function recordSwitches(collections: readonly Collection[], lists: readonly OthersList[], document?: Json) {
  const known = collections.map((collection) => {
    const own = lists.filter((list) => list.collection.name === collection.name);
    const shown = own.flatMap(listShown);
    const isUnseen = (pointer: string) => shown.every((item) => getAtPointer(item, pointer) === undefined);
    const unseen = listUnseenSwitches(collection, lists, document).filter(isUnseen);
    const exclusive = [...listExclusiveSwitches(shown), ...unseen];
    return exclusive.length === 0 ? collection : { ...collection, exclusive };
  });
  return { collections: known, notes: known.flatMap(noteSwitches) };
}

const listShown = ({ entries, items }: OthersList): Json[] =>
  items.size === 0
    ? [...entries.values()]
    : [...items].map(([key, item]) => {
        const entry = entries.get(key);
        return isObject(entry) && isObject(item) ? { ...entry, ...item } : item;
      });

/**
 * Pointers to the members that are `true` in at most one of these items and `false` in the others: where none has it, one that no list
 * shows may. Members that some of them do not show are none.
 */
export function listExclusiveSwitches(items: readonly Json[]): string[] {
  const [first] = items;
  if (!isObject(first)) return [];
  return Object.keys(first)
    .filter((name) => {
      const values = items.map((item) => (isObject(item) ? item[name] : undefined));
      const on = values.filter(Boolean).length;
      return values.every((value) => typeof value === 'boolean') && on <= 1;
    })
    .map((name) => buildPointer([name]));
}

/**
 * Where others may have items and none was seen with the member, because no list could be read, it shows only some items or members, or
 * they may be below items of others, each optional switch that is off by default may be one.
 */
function listUnseenSwitches(
  collection: Collection,
  lists: readonly OthersList[],
  document: Json | undefined,
): string[] {
  const { path, create } = collection;
  if (path.includes('{') && !lists.some(({ entries }) => entries.size > 0)) return [];
  return listOptionalSwitches(create?.request?.schema as Json | undefined, document, 0);
}

/** Members of a body may be inside of one or two others. */
const maxDepth = 2;

function listOptionalSwitches(given: Json | undefined, document: Json | undefined, depth: number): string[] {
  const { schema, members } = flattenObject(given, document);
  const required = listRequired(schema);
  return [...members].flatMap(([name, member]) => {
    if (member?.default === false && !required.includes(name)) return [buildPointer([name])];
    const inner =
      depth < maxDepth && member?.properties !== undefined ? listOptionalSwitches(member, document, depth + 1) : [];
    return inner.map((pointer) => buildPointer([name]) + pointer);
  });
}

const noteSwitches = ({ path, exclusive = [], create, overrides }: Collection): string[] => {
  const left = exclusive.filter((pointer) => overrides[pointer] === undefined);
  return create === undefined || left.length === 0
    ? []
    : [
        `${path}: no item of the run has ${left.join(' and ')} on, because one item of others may have it alone, as a default; to have it sent, declare resources[].create.overrides`,
      ];
};
