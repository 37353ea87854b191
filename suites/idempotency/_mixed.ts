import { assume, at, type Json, type JsonObject, type NearMiss, pointerOf, tokensOf } from '#rule';

/**
 * A valid patch with one broken member among what it changes. A member that is broken by its absence is taken away with
 * null (RFC 7396); a body that is broken as a whole is sent alone.
 */
export function mixed(valid: JsonObject, { body, pointer, keyword }: NearMiss): Json {
  const [name, ...below] = tokensOf(pointer);
  if (name === undefined) {
    assume(typeof body !== 'object' || body === null || Array.isArray(body), 'no-usable-case', 'no member is broken');
    return body;
  }
  assume(below.length === 0 || keyword !== 'required', 'no-usable-case', 'merging would mend what is broken');
  const broken = keyword === 'required' ? null : at(body, pointerOf([name]));
  assume(broken !== undefined, 'no-usable-case', 'nothing is there that is broken');
  const others = Object.entries(valid).filter(([member]) => member !== name);
  return { ...Object.fromEntries(others), [name]: broken };
}
