import { compare, type Exchange, type Json, type JsonObject, needs } from '#rule';

/** A member of request bodies is an object with several members. */
export const nestedBodies = needs.defineNeed('collection', {
  name: 'nested bodies',
  reason: 'no member of the request bodies is an object with several members',
  enable: 'resources[].create.schema',
  isMet: ({ objects = [] }) => objects.length > 0,
});

/** A body with an object, and a patch that changes one member of this object. */
export interface NestedPatch {
  readonly body: Json;
  readonly pointer: string;
  readonly patch: JsonObject;
  /** The members beside the changed one. */
  readonly kept: readonly string[];
}

/** Chooses among all objects and members of generated bodies; undefined where no object has two members that can change. */
export function chooseNestedPatch(bodies: readonly Json[], turn: number): NestedPatch | undefined {
  const all = bodies.flatMap((body) => listNestedPatches(body, bodies));
  const names = [...new Set(all.map(({ pointer, patch }) => `${pointer} ${Object.keys(readInner(patch)).join()}`))];
  const wanted = names[turn % Math.max(names.length, 1)];
  return all.find(({ pointer, patch }) => `${pointer} ${Object.keys(readInner(patch)).join()}` === wanted);
}

/** The same patch with the whole object: what the item has after either is the same. */
export const completePatch = ({ body, pointer, patch }: NestedPatch): JsonObject => {
  const inner = compare.getAtPointer(body, pointer);
  const [name = ''] = Object.keys(patch);
  return { [name]: { ...(compare.isObject(inner) ? inner : {}), ...readInner(patch) } };
};

/** The members beside the changed one that GET showed before, and does not show any more. */
export const listLostMembers = ({ pointer, kept }: NestedPatch, before: Exchange, after: Exchange): string[] =>
  kept
    .map((name) => `${pointer}${compare.buildPointer([name])}`)
    .filter((at) => isShown(before, at) && !isShown(after, at));

const isShown = ({ answer }: Exchange, at: string): boolean =>
  (compare.getAtPointer(answer?.json, at) ?? null) !== null;

function listNestedPatches(body: Json, others: readonly Json[]): NestedPatch[] {
  if (!compare.isObject(body)) return [];
  return Object.entries(body).flatMap(([name, inner]) => {
    if (!compare.isObject(inner)) return [];
    const filled = Object.keys(inner).filter((key) => inner[key] !== null);
    if (filled.length < 2) return [];
    return filled.flatMap((key) => {
      const value = findOther(others, [name, key], inner[key]);
      const kept = filled.filter((one) => one !== key);
      const pointer = compare.buildPointer([name]);
      return value === undefined ? [] : [{ body, pointer, patch: { [name]: { [key]: value } }, kept }];
    });
  });
}

/** Another value of the same member, which is no object: an object would be merged in turn. */
const findOther = (bodies: readonly Json[], tokens: readonly string[], value: Json | undefined): Json | undefined =>
  bodies
    .map((body) => compare.getAtPointer(body, compare.buildPointer(tokens)))
    .find((one) => one !== undefined && one !== null && !compare.isObject(one) && !compare.isEquivalent(one, value));

const readInner = (patch: JsonObject): JsonObject => {
  const [inner] = Object.values(patch);
  return compare.isObject(inner) ? inner : {};
};
