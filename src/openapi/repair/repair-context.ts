import { appendToPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { RepairNotes } from './repair-notes.js';
import type { PatternCheck } from './schema/detect-backtracking.js';

/** What everybody who mends holds in the hand. */
export interface RepairContext {
  note: RepairNotes['note'];
  /** Whether the document is of OpenAPI 2.0 or 3.0, whose schemas have a dialect of their own. */
  readonly isOld: boolean;
  /** Tells why a pattern is not to be run. */
  readonly checkPattern: PatternCheck;
}

/** Mends one node. `where` says where it stands; undefined means that nothing is left of it. */
export type Repair = (node: Json, where: string, pen: RepairContext) => Json | undefined;

/** A copy with each member mended by the one who knows it; the object itself when nothing changed. */
export function repairMembers(
  node: JsonObject,
  where: string,
  pen: RepairContext,
  menders: Readonly<Record<string, Repair>>,
): JsonObject {
  return mapMembers(node, (value, name) => {
    const mend = Object.hasOwn(menders, name) ? menders[name] : undefined;
    return mend ? mend(value, appendToPointer(where, name), pen) : value;
  });
}

/** Mends every member of an object alike. Anything else in its place is left out. */
export const repairAllMembers =
  (mend: Repair): Repair =>
  (node, where, pen) =>
    isObject(node)
      ? mapMembers(node, (value, name) =>
          name.startsWith('x-') ? value : mend(value, appendToPointer(where, name), pen),
        )
      : noteOmission(node, where, pen);

/** Mends every entry of a list alike. A lone thing is taken for a list of one. */
export const repairAllEntries =
  (mend: Repair): Repair =>
  (node, where, pen) => {
    if (isObject(node)) {
      pen.note('list', where, 'an object in place of a list is read as a list of one');
      return repairAllEntries(mend)([node], where, pen);
    }
    if (!Array.isArray(node)) return noteOmission(node, where, pen);
    const entries = node.map((entry: Json, index) => mend(entry, `${where}/${index}`, pen));
    return entries.some((entry, index) => entry !== node[index])
      ? entries.filter((entry) => entry !== undefined)
      : node;
  };

/** Writes down that something of the wrong kind was left out. */
export function noteOmission(node: Json, where: string, pen: RepairContext): undefined {
  pen.note(node === null ? 'null' : 'kind', where, `${describeKind(node)} means nothing here, and is left out`);
}

/** What a value is, in a word or two. */
export const describeKind = (node: Json): string => {
  if (node === null) return 'null';
  if (Array.isArray(node)) return 'a list';
  if (typeof node === 'object') return 'an object';
  return typeof node === 'string' ? `"${node.slice(0, 40)}"` : String(node);
};

/** A copy with every member changed, those that became undefined left out; the object itself when nothing changed. */
export function mapMembers(node: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject {
  const names = Object.keys(node);
  // Most members of most documents are sound, and a copy of each would cost more than all the rest.
  let values: (Json | undefined)[] | undefined;
  for (const [index, name] of names.entries()) {
    const old = node[name] as Json;
    const value = change(old, name);
    if (value === old) continue;
    values ??= names.map((one) => node[one]);
    values[index] = value;
  }
  if (!values) return node;
  const changed = values;
  return Object.fromEntries(
    names.flatMap((name, index) => (changed[index] === undefined ? [] : [[name, changed[index] as Json]])),
  );
}
