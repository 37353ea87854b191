import { appendToPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { RepairNotes } from './repair-notes.js';
import type { PatternCheck } from './schema/detect-backtracking.js';

export interface RepairContext {
  readonly note: RepairNotes['note'];
  readonly omit: RepairNotes['omit'];
  /** Whether the document is OpenAPI 2.0 or 3.0, which have their own schema dialect. */
  readonly isOld: boolean;
  readonly checkPattern: PatternCheck;
}

/** Repairs one node. `where` is its place; undefined removes the node. */
export type Repair = (node: Json, where: string, pen: RepairContext) => Json | undefined;

/** Repairs each member with its own function. Returns the object itself when nothing changed. */
export function repairMembers(
  node: JsonObject,
  where: string,
  pen: RepairContext,
  menders: Readonly<Record<string, Repair>>,
): JsonObject {
  return mapMembers(node, (value, name) => {
    const repair = Object.hasOwn(menders, name) ? menders[name] : undefined;
    return repair ? repair(value, appendToPointer(where, name), pen) : value;
  });
}

/** Repairs every member of an object in the same way. Removes other values. */
export const repairAllMembers =
  (repair: Repair): Repair =>
  (node, where, pen) =>
    isObject(node)
      ? mapMembers(node, (value, name) =>
          name.startsWith('x-') ? value : repair(value, appendToPointer(where, name), pen),
        )
      : noteOmission(node, where, pen);

/** Repairs every entry of a list in the same way. A single object becomes a list. */
export const repairAllEntries =
  (repair: Repair): Repair =>
  (node, where, pen) => {
    if (isObject(node)) {
      pen.note('list', where, 'an object where a list is required is read as a list with one entry');
      return repairAllEntries(repair)([node], where, pen);
    }
    if (!Array.isArray(node)) return noteOmission(node, where, pen);
    const entries = mapEntries(node, (entry, index) => repair(entry, `${where}/${index}`, pen));
    return entries === node ? node : entries.filter((entry) => entry !== undefined);
  };

export const keepObject: Repair = (node, where, pen) => (isObject(node) ? node : noteOmission(node, where, pen));

export function noteOmission(node: Json, where: string, pen: RepairContext): undefined {
  const problem = `${describeKind(node)} has no meaning here, and is left out`;
  if (node === null) pen.note('null', where, problem);
  else pen.omit('kind', where, problem);
}

export const describeKind = (node: Json): string => {
  if (node === null) return 'null';
  if (Array.isArray(node)) return 'a list';
  if (typeof node === 'object') return 'an object';
  return typeof node === 'string' ? `"${node.slice(0, 40)}"` : String(node);
};

/** Changes every entry of a list. Returns the list itself when nothing changed. */
export function mapEntries<T>(node: readonly Json[], change: (entry: Json, index: number) => T): readonly (Json | T)[] {
  const entries = node.map(change);
  return entries.some((entry, index) => entry !== node[index]) ? entries : node;
}

/** Changes every member of an object and removes undefined ones. Returns the object itself when nothing changed. */
export function mapMembers(node: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject {
  const names = Object.keys(node);
  // Most members stay unchanged, and copying all of them would be slow.
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
