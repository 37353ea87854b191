import { isObject, type Json } from '#rule';

/** Of several bodies the one with most members: what is not there cannot be seen to move. */
export const richestOf = <T extends Json>(bodies: readonly T[]): T =>
  [...bodies].sort((a, b) => sizeOf(b) - sizeOf(a))[0] as T;

const sizeOf = (body: Json): number => (isObject(body) ? Object.keys(body).length : 0);
