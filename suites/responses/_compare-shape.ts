import { type Collection, getAtPointer, isObject, type Json } from '#rule';

/** Whether a body has an id and most members of a known valid one. */
export const isShapedLike = (json: Json | undefined, good: Json | undefined, { id }: Collection) =>
  isObject(json) &&
  getAtPointer(json, id.pointer) !== undefined &&
  isObject(good) &&
  Object.keys(good).filter((name) => name in json).length > Object.keys(good).length / 2;
