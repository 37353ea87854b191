import { buildPointer, isObject, type Json, type JsonObject } from '../../../model/json.js';
import type { Page } from '../../../rule/http/page.js';

/** An array of objects in a response, which is not the one with the items of its collection. */
export interface SideArray {
  readonly pointer: string;
  readonly entries: readonly JsonObject[];
}

/** Maximum depth at which arrays are found: a member of the response, or of an object in it. */
const maxDepth = 2;

/** Lists the arrays of objects in a response, empty ones included. */
export function listArrays(json: Json | undefined, steps: readonly string[] = []): SideArray[] {
  if (Array.isArray(json))
    return json.every(isObject) ? [{ pointer: buildPointer(steps), entries: json as readonly JsonObject[] }] : [];
  if (!isObject(json) || steps.length >= maxDepth) return [];
  return Object.entries(json).flatMap(([name, value]) => listArrays(value, [...steps, name]));
}

/** Lists the arrays that the pages of a list show beside the one with its items. */
export function listSideArrays(pages: readonly Pick<Page, 'exchange' | 'entries'>[]): SideArray[] {
  const arrays = new Map<string, Map<string, JsonObject>>();
  for (const { exchange, entries: own } of pages)
    for (const { pointer, entries } of own === undefined ? [] : listArrays(exchange.answer?.json as Json | undefined))
      if (entries !== own) arrays.set(pointer, addDistinct(arrays.get(pointer), entries));
  return [...arrays].map(([pointer, entries]) => ({ pointer, entries: [...entries.values()] }));
}

/** Each page may show the same array. */
function addDistinct(known = new Map<string, JsonObject>(), entries: readonly JsonObject[]): Map<string, JsonObject> {
  for (const entry of entries) known.set(JSON.stringify(entry), entry);
  return known;
}
