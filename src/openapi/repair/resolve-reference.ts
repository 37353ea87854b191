import { decodePercent } from '../../model/escapes.js';
import { appendToPointer, getAtPointer, isObject, type Json, type JsonObject, parsePointer } from '../../model/json.js';

/** Returns the `$ref` that was intended; undefined when there is no target. */
export function correctReference(document: JsonObject, ref: string): string | undefined {
  const pointer = parseFragment(ref);
  if (pointer !== undefined && getAtPointer(document, pointer) !== undefined) return ref;
  const through = pointer === undefined ? undefined : resolveThroughReferences(document, pointer);
  return through === undefined ? findByName(document, ref) : buildFragment(through);
}

/** Whether `$ref`s from here only refer to each other. */
export function isCircular(document: JsonObject, node: JsonObject): boolean {
  const seen = new Set<string>();
  let here: Json | undefined = node;
  while (isObject(here) && typeof here.$ref === 'string') {
    if (seen.has(here.$ref)) return true;
    seen.add(here.$ref);
    here = getAtPointer(document, parseFragment(correctReference(document, here.$ref) ?? '#/') ?? '/');
  }
  return false;
}

export const buildFragment = (pointer: string): string => `#${pointer.replaceAll('%', '%25')}`;

/** The JSON Pointer of a `$ref` into its own document. */
export const parseFragment = (ref: string): string | undefined =>
  /^#(\/|$)/.test(ref) ? decodePercent(ref.slice(1)) : undefined;

const maxHops = 50;

export function resolveThroughReferences(document: Json, pointer: string): string | undefined {
  let place = '';
  let hops = 0;
  const rest = parsePointer(pointer);
  while (rest.length > 0) {
    const here = getAtPointer(document, place);
    const token = rest[0] as string;
    if (here === undefined || hops > maxHops) return undefined;
    if (isObject(here) && typeof here.$ref === 'string' && !Object.hasOwn(here, token)) {
      const next = parseFragment(here.$ref);
      if (next === undefined) return undefined;
      hops += 1;
      place = next;
    } else {
      rest.shift();
      place = appendToPointer(place, token);
    }
  }
  return getAtPointer(document, place) === undefined ? undefined : place;
}

/** `Pet`, `#Pet` and `#/definitions/Pet` are common mistakes for a schema of that name. */
function findByName(document: JsonObject, ref: string): string | undefined {
  const name = /^(?:#\/definitions\/|#\/schemas\/|#)?([\w.-]+)$/.exec(ref)?.[1];
  if (name === undefined) return undefined;
  const pointer = `/components/schemas/${name}`;
  return getAtPointer(document, pointer) === undefined ? undefined : `#${pointer}`;
}
