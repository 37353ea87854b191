import { compare, type Exchange, http, type Item, type Json, type JsonObject, type Tools, values } from '#rule';
import { getMember, getShown } from '../../_shared/members.js';

/** An invalid write that a service accepted, and GET after it. */
export interface AcceptedBreach {
  readonly miss: values.NearMiss;
  readonly write: Exchange;
  readonly look: Exchange;
}

/** The methods that write content to an item: PUT, and PATCH where it takes a merge patch. */
export const listWriteMethods = ({ replace, patch }: Tools['collection']): readonly ('PUT' | 'PATCH')[] => [
  ...(replace?.request ? ['PUT' as const] : []),
  ...(patch?.request && !http.parseMediaType(patch.request.mediaType).isJsonPatch ? ['PATCH' as const] : []),
];

/** The invalid content of a write to an item; undefined where the write would be valid. */
export function buildInvalidWrite(method: 'PUT' | 'PATCH', item: Item, miss: values.NearMiss): Json | undefined {
  if (method === 'PUT') {
    const sent = item.prepare(miss.body);
    return values.isStillBroken(miss, sent) ? sent : undefined;
  }
  const [name, ...below] = compare.parsePointer(miss.pointer);
  const value = name === undefined ? undefined : getMember(miss.body, name);
  // A merge supplies what is missing, and null removes.
  if (name === undefined || value === undefined || value === null || miss.keyword === 'required') return undefined;
  return below.length > 0 && compare.isObject(value) ? undefined : { [name]: value };
}

/** The same violation in the second element of an array, after a valid one; none where the first one has none. */
export function moveToSecondElement(miss: values.NearMiss, valid: Json): values.NearMiss[] {
  const [name = '', index, ...below] = compare.parsePointer(miss.pointer);
  const at = compare.buildPointer([name]);
  const [bad, good] = [compare.getAtPointer(miss.body, at), compare.getAtPointer(valid, at)];
  if (index !== '0' || below.length > 0 || !Array.isArray(bad) || !Array.isArray(good) || good.length === 0) return [];
  return [{ ...miss, pointer: at, body: compare.setAtPointer(miss.body, at, [good[0] ?? null, bad[0] ?? null]) }];
}

/** Which violation is sent by which methods: values of another type by one of them, because there are many of these. */
export const chooseMethods = <M>(misses: readonly values.NearMiss[], methods: readonly M[], valid: Json) =>
  misses.flatMap((one, i) => {
    const chosen = one.keyword === 'type' ? methods.filter((_, at) => at === i % methods.length) : methods;
    const [moved] = moveToSecondElement(one, valid);
    return chosen.map((method) => ({ method, miss: moved ?? one }));
  });

/** The body with the most members, and of these the longest: only what an item shows can be compared. */
export const selectLargest = (bodies: readonly Json[]): JsonObject =>
  [...bodies]
    .filter(compare.isObject)
    .sort((a, b) => Object.keys(b).length - Object.keys(a).length || measureLength(b) - measureLength(a))[0] ?? {};

const measureLength = (body: Json): number => JSON.stringify(body).length;

export const showsAll = (sent: Json, look: Exchange): boolean =>
  http.hasStatus(look, 200) &&
  compare.isObject(sent) &&
  Object.entries(sent).every(([name, value]) => compare.isEquivalent(value, getShown(look, name)));
