import { isObject, type Json } from '#rule';

/** The body with the most members: a change of an absent member is not visible. */
export const chooseLargest = <T extends Json>(bodies: readonly T[]): T =>
  [...bodies].sort((a, b) => countMembers(b) - countMembers(a))[0] as T;

const countMembers = (body: Json): number => (isObject(body) ? Object.keys(body).length : 0);
