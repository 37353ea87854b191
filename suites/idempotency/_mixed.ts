import { buildPointer, getAtPointer, isObject, type Json, type JsonObject, type NearMiss, parsePointer } from '#rule';

/** Whether a patch can break what a body breaks: merging mends what is missing below a member, and a body that is broken as a whole must be no object. */
export function canBeMixed({ body, pointer, keyword }: NearMiss): boolean {
  const [name, ...below] = parsePointer(pointer);
  if (name === undefined) return !isObject(body);
  if (keyword === 'required') return below.length === 0;
  return getAtPointer(body, buildPointer([name])) !== undefined;
}

/**
 * A valid patch with one broken member among what it changes. A member that is broken by its absence is taken away with
 * null (RFC 7396); a body that is broken as a whole is sent alone.
 */
export function mixed(valid: JsonObject, { body, pointer, keyword }: NearMiss): Json {
  const [name] = parsePointer(pointer);
  if (name === undefined) return body;
  const broken = keyword === 'required' ? null : (getAtPointer(body, buildPointer([name])) ?? null);
  const others = Object.entries(valid).filter(([member]) => member !== name);
  return { ...Object.fromEntries(others), [name]: broken };
}
