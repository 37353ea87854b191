import { isObject, type Json } from '#rule';

/** The body with the most members: a change of an absent member is not visible. */
export const richestOf = <T extends Json>(bodies: readonly T[]): T =>
  [...bodies].sort((a, b) => sizeOf(b) - sizeOf(a))[0] as T;

const sizeOf = (body: Json): number => (isObject(body) ? Object.keys(body).length : 0);
