import { at, isObject, type Json, type JsonObject, type NearMiss, pointerOf, tokensOf } from '#rule';

/** Whether a patch can break what a body breaks: merging mends what is missing below a member, and a body that is broken as a whole must be no object. */
export function canBeMixed({ body, pointer, keyword }: NearMiss): boolean {
  const [name, ...below] = tokensOf(pointer);
  if (name === undefined) return !isObject(body);
  if (keyword === 'required') return below.length === 0;
  return at(body, pointerOf([name])) !== undefined;
}

/**
 * A valid patch with one broken member among what it changes. A member that is broken by its absence is taken away with
 * null (RFC 7396); a body that is broken as a whole is sent alone.
 */
export function mixed(valid: JsonObject, { body, pointer, keyword }: NearMiss): Json {
  const [name] = tokensOf(pointer);
  if (name === undefined) return body;
  const broken = keyword === 'required' ? null : (at(body, pointerOf([name])) ?? null);
  const others = Object.entries(valid).filter(([member]) => member !== name);
  return { ...Object.fromEntries(others), [name]: broken };
}
