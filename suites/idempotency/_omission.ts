import {
  assume,
  buildPointer,
  type Exchange,
  getAtPointer,
  hasStatus,
  InconclusiveError,
  type Item,
  isEquivalent,
  isObject,
  type Json,
  type JsonObject,
  listControlledMembers,
  readBack,
  setAtPointer,
  type Tools,
} from '#rule';

/** A PUT that left members out, and which. */
export interface Omission {
  readonly put: Exchange;
  readonly sent: Json;
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
  const drawn = item.prepare(replacement);
  const names = Object.keys(made);
  const byChance = names.filter((name) => isObject(drawn) && !Object.hasOwn(drawn, name));
  if (byChance.length > 0) return accepted({ put: await item.put(drawn), sent: drawn, omitted: byChance });
  assume(names.length > 0, 'no-usable-case', 'nothing was sent that could be left out');
  const oneByOne = names.map((_, index) => [names[(which + index) % names.length] ?? '']).slice(0, mostTried);
  const ways = [
    names.slice(Math.floor(names.length / 2)),
    names.slice(Math.floor((names.length * 3) / 4)),
    ...oneByOne,
  ];
  let last: Omission | undefined;
  for (const omitted of ways.filter((way, i) => ways.findIndex((other) => isEquivalent(other, way)) === i)) {
    const sent = lacking(made, omitted);
    last = { put: await item.put(sent), sent, omitted };
    if (hasStatus(last.put, 2)) break;
  }
  return accepted(last ?? { put: await item.put(made), sent: made, omitted: [] });
}

/** The members that were left out, and show what they showed before all the same. */
export const keptOf = ({ omitted }: Omission, before: Json | undefined, after: Json | undefined): string[] =>
  listControlledMembers(before ?? null, after).filter(
    (name) => omitted.includes(name) && isEqualIn(name, before, after),
  );

/** How members behave that are left out from the beginning. */
export interface Defaults {
  /** Those that can be left out. */
  readonly left: readonly string[];
  readonly fresh: Exchange;
  /** The same thing, once the members were sent by PUT. */
  readonly filled: Exchange;
}

/**
 * A control made without the members, and then given them by PUT: what is their default, and does PUT write them at all?
 * Where nothing is made without all of them, one after the other is tried: a creation may need some.
 */
export async function withoutFromTheStart(
  { items, collection }: Pick<Tools, 'items' | 'collection'>,
  sent: Json,
  kept: readonly string[],
): Promise<Defaults> {
  const whole = isObject(sent) ? sent : {};
  const { control, left } = await madeWithout(items, whole, kept);
  const fresh = await readBack(control);
  const own = (body: Json, pointer: string) => setAtPointer(body, pointer, getAtPointer(control.sent, pointer));
  const put = await control.put(collection.unique.reduce<Json>(own, whole));
  assume(hasStatus(put, 200, 204), 'setup', `PUT of the whole was answered ${put.answer?.status}`);
  return { left, fresh, filled: await readBack(control) };
}

async function madeWithout(items: Tools['items'], whole: JsonObject, kept: readonly string[]) {
  const ways = kept.length > 1 ? [kept, ...kept.slice(0, mostTried).map((name) => [name])] : [kept];
  for (const left of ways) {
    const { item: control } = await items.post(lacking(whole, left), { role: 'control' });
    if (control) return { control, left };
  }
  throw new InconclusiveError(
    'setup',
    `nothing is made without ${kept.join(', ')}, so what they are by default is not known`,
  );
}

/** Whether a member is equal in two representations. */
export const isEqualIn = (name: string, a: Json | undefined, b: Json | undefined): boolean =>
  isEquivalent(getAtPointer(a, buildPointer([name])), getAtPointer(b, buildPointer([name])));

function accepted(omission: Omission): Omission {
  const { put, omitted } = omission;
  assume(
    hasStatus(put, 200, 201, 204),
    'setup',
    `PUT without ${omitted.join(', ')} was answered ${put.answer?.status}`,
  );
  return omission;
}

const lacking = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
