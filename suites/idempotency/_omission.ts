import {
  answered,
  assume,
  at,
  controlledOf,
  type Exchange,
  type Item,
  isObject,
  type Json,
  type JsonObject,
  pointerOf,
  readBack,
  same,
  type Tools,
  withAt,
} from '#rule';

/** A PUT that left members out, and which. */
export interface Omission {
  readonly put: Exchange;
  readonly omitted: readonly string[];
}

/** So many members are left out one by one. */
const mostTried = 6;

/**
 * PUTs a body with fewer members than the item was made with. Where none was left out by chance, the last half is, then
 * the last quarter, then one after the other: a refusal says that something required was among them, and that mostly stands in front.
 */
export async function putLess(item: Item, replacement: Json, which: number): Promise<Omission> {
  const made = isObject(item.sent) ? item.sent : {};
  const drawn = item.worded(replacement);
  const names = Object.keys(made);
  const byChance = names.filter((name) => isObject(drawn) && !Object.hasOwn(drawn, name));
  if (byChance.length > 0) return accepted({ put: await item.put(drawn), omitted: byChance });
  assume(names.length > 0, 'no-usable-case', 'nothing was sent that could be left out');
  const oneByOne = names.map((_, index) => [names[(which + index) % names.length] ?? '']).slice(0, mostTried);
  const ways = [
    names.slice(Math.floor(names.length / 2)),
    names.slice(Math.floor((names.length * 3) / 4)),
    ...oneByOne,
  ];
  let last: Omission | undefined;
  for (const omitted of ways) {
    last = { put: await item.put(lacking(made, omitted)), omitted };
    if (answered(last.put, 2)) break;
  }
  return accepted(last ?? { put: await item.put(made), omitted: [] });
}

/** The members that were left out, and show what they showed before all the same. */
export const keptOf = ({ omitted }: Omission, before: Json | undefined, after: Json | undefined): string[] =>
  controlledOf(before ?? null, after).filter((name) => omitted.includes(name) && isEqualIn(name, before, after));

/** How a member behaves that is left out from the beginning. */
export interface Defaults {
  readonly fresh: Exchange;
  /** The same thing, once the members were sent by PUT. */
  readonly filled: Exchange;
}

/** A control made without the members, and then given them by PUT: what is their default, and does PUT write them at all? */
export async function withoutFromTheStart(
  { items, collection }: Pick<Tools, 'items' | 'collection'>,
  sent: Json,
  kept: readonly string[],
): Promise<Defaults> {
  const whole = isObject(sent) ? sent : {};
  const control = await items.make(lacking(whole, kept), { role: 'control' });
  const fresh = await readBack(control);
  const own = (body: Json, pointer: string) => withAt(body, pointer, at(control.sent, pointer));
  const put = await control.put(collection.unique.reduce<Json>(own, whole));
  assume(answered(put, 200, 204), 'setup', `PUT of the whole was answered ${put.answer?.status}`);
  return { fresh, filled: await readBack(control) };
}

/** Whether a member is equal in two representations. */
export const isEqualIn = (name: string, a: Json | undefined, b: Json | undefined): boolean =>
  same(at(a, pointerOf([name])), at(b, pointerOf([name])));

function accepted(omission: Omission): Omission {
  const { put, omitted } = omission;
  assume(answered(put, 200, 201, 204), 'setup', `PUT without ${omitted.join(', ')} was answered ${put.answer?.status}`);
  return omission;
}

const lacking = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
