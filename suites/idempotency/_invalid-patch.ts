import { buildPointer, getAtPointer, isObject, type Json, type JsonObject, type NearMiss, parsePointer } from '#rule';

/**
 * Whether a patch can break the same constraint as a body: a merge supplies what is missing below a member, and a
 * body that is invalid as a whole must not be an object.
 */
export function canPatchBreak({ body, pointer, keyword }: NearMiss): boolean {
  const [name, ...below] = parsePointer(pointer);
  if (name === undefined) return !isObject(body);
  if (keyword === 'required') return below.length === 0;
  return getAtPointer(body, buildPointer([name])) !== undefined;
}

/**
 * A valid patch with one invalid member among its changes. A member whose absence is invalid is removed with null
 * (RFC 7396); a body that is invalid as a whole is sent alone.
 */
export function createInvalidPatch(valid: JsonObject, { body, pointer, keyword }: NearMiss): Json {
  const [name] = parsePointer(pointer);
  if (name === undefined) return body;
  const broken = keyword === 'required' ? null : (getAtPointer(body, buildPointer([name])) ?? null);
  const others = Object.entries(valid).filter(([member]) => member !== name);
  return { ...Object.fromEntries(others), [name]: broken };
}
