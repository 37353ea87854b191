import { assume, compare, type Exchange, http, type Item, type Json, type JsonObject, type Tools } from '#rule';
import { getMember } from '../../_shared/members.js';

export interface OmittedMembers {
  readonly put: Exchange;
  readonly sent: Json;
  readonly omitted: readonly string[];
}

/** Maximum number of members that are omitted one by one. */
const mostTried = 6;

/**
 * PUTs a body with fewer members than the item was created with. Where the drawn body omits none, the last half is
 * omitted, then the last quarter, then one after the other: a refusal means that a required member is missing, and
 * those are mostly at the front.
 */
export async function putWithoutSome(item: Item, replacement: Json, which: number): Promise<OmittedMembers> {
  const made = compare.isObject(item.sent) ? item.sent : {};
  const drawn = item.prepare(replacement);
  const names = Object.keys(made);
  const byChance = names.filter((name) => compare.isObject(drawn) && !Object.hasOwn(drawn, name));
  if (byChance.length > 0) return isAccepted({ put: await item.put(drawn), sent: drawn, omitted: byChance });
  assume(names.length > 0, 'no-usable-case', 'no member was sent that can be omitted');
  const oneByOne = names.map((_, index) => [names[(which + index) % names.length] ?? '']).slice(0, mostTried);
  const ways = [
    names.slice(Math.floor(names.length / 2)),
    names.slice(Math.floor((names.length * 3) / 4)),
    ...oneByOne,
  ];
  let last: OmittedMembers | undefined;
  for (const omitted of ways.filter((way, i) => ways.findIndex((other) => compare.isEquivalent(other, way)) === i)) {
    const sent = omitMembers(made, omitted);
    last = { put: await item.put(sent), sent, omitted };
    if (http.hasStatus(last.put, 2)) break;
  }
  return isAccepted(last ?? { put: await item.put(made), sent: made, omitted: [] });
}

export function selectByMembers(bodies: readonly Json[], which: 'most' | 'fewest'): Json {
  const count = (body: Json) => (compare.isObject(body) ? Object.keys(body).length : 0);
  const sorted = [...bodies].sort((a, b) => count(a) - count(b));
  return (which === 'most' ? sorted.at(-1) : sorted[0]) ?? null;
}

/** The members that were omitted, and still have the value that they had before. */
export const findKept = ({ omitted }: OmittedMembers, before: Json | undefined, after: Json | undefined): string[] =>
  compare
    .listControlledMembers(before ?? null, after)
    .filter((name) => omitted.includes(name) && hasEqualMember(name, before, after));

/** Control: creates an item without the members, and then PUTs them: what is their default, and are they stored? */
export async function createWithout(
  { items, collection }: Pick<Tools, 'items' | 'collection'>,
  sent: Json,
  kept: readonly string[],
) {
  const whole = compare.isObject(sent) ? sent : {};
  const { control, left } = await createOmitting(items, whole, kept);
  const fresh = await http.readBack(control);
  const own = (body: Json, pointer: string) =>
    compare.setAtPointer(body, pointer, compare.getAtPointer(control.sent, pointer));
  const put = await control.put(collection.unique.reduce<Json>(own, whole));
  assume(http.hasStatus(put, 200, 204), 'setup', `PUT of the complete body returned ${put.answer?.status}`);
  return { left, fresh, filled: await http.readBack(control) };
}

async function createOmitting(items: Tools['items'], whole: JsonObject, kept: readonly string[]) {
  const ways = kept.length > 1 ? [kept, ...kept.slice(0, mostTried).map((name) => [name])] : [kept];
  for (const left of ways) {
    const { item: control } = await items.post(omitMembers(whole, left), { role: 'control' });
    if (control) return { control, left };
  }
  assume(false, 'setup', `no item can be created without ${kept.join(', ')}, so their default is not known`);
}

export const hasEqualMember = (name: string, a: Json | undefined, b: Json | undefined): boolean =>
  compare.isEquivalent(getMember(a, name), getMember(b, name));

function isAccepted(omission: OmittedMembers): OmittedMembers {
  const { put, omitted } = omission;
  const why = `PUT without ${omitted.join(', ')} returned ${put.answer?.status}`;
  assume(http.hasStatus(put, 200, 201, 204), 'setup', why);
  return omission;
}

const omitMembers = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
