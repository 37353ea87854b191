import { assume, compare, http, type Item, type Json, needs, type Tools } from '#rule';
import { has } from './filtered-lists.js';

export const bounded = needs.defineNeed('collection', {
  name: 'ranges',
  reason: 'no query parameter is known that bounds a member',
  enable: 'resources[].ranges',
  isMet: ({ ranges = {} }) => Object.keys(ranges).length > 0,
});

/** An own item, and its value of the bounded member. */
export interface OrderedItem {
  readonly item: Item;
  readonly value: number | string;
}

/** The largest number of own items, and of pages of a bounded list. */
const maxItems = 4;
const maxPages = 30;

export async function readBoundedList(tools: Tools, bodies: readonly Json[], turn: number) {
  const { collection, items } = tools;
  const usable = Object.entries(collection.ranges ?? {}).filter(
    ([, { from, to }]) => chooseBodies(bodies, from ?? to ?? '').length > 1,
  );
  const [name, range] = usable[turn % Math.max(usable.length, 1)] ?? [];
  const why = 'the bodies have no different values of a bounded member';
  assume(name !== undefined && range !== undefined, 'no-usable-case', why);
  const pointer = range.from ?? range.to ?? '';
  const owned = await createOrdered(tools, chooseBodies(bodies, pointer), pointer);
  const bound = owned[owned.length >> 1]?.value;
  const told = `the items have one value at ${pointer}`;
  assume(bound !== undefined && owned[0]?.value !== owned.at(-1)?.value, 'no-usable-case', told);
  const isWithin = ({ value }: OrderedItem) => compareValues(value, bound) * (range.from === undefined ? -1 : 1) >= 0;
  const [within, outside] = [owned.filter(isWithin), owned.filter((one) => !isWithin(one))];
  const read = () => items.walk({ from: items.firstPage(undefined, { [name]: String(bound) }), maxPages });
  const walk = await read();
  const isWrong = owned.some((one) => has(items, walk, one.item) !== isWithin(one));
  const whole = isWrong
    ? await items.listUntil((seen) => owned.every(({ item }) => items.findEntry(seen, item)))
    : undefined;
  const again = isWrong ? await read() : walk;
  const isStray = (one: OrderedItem) => [walk, again].every((seen) => has(items, seen, one.item));
  const isMissing = (one: OrderedItem) => [walk, again].every((seen) => !has(items, seen, one.item));
  const missing = within.find(isMissing);
  const isListed = missing !== undefined && whole !== undefined && items.findEntry(whole, missing.item) !== undefined;
  return { name, bound, within, outside, walk: again, stray: outside.find(isStray), missing, isListed };
}

/** Bodies with different values of a member, of one kind that can be compared. */
function chooseBodies(bodies: readonly Json[], pointer: string): readonly Json[] {
  const first = bodies.map((body) => readValue(body, pointer)).find((value) => value !== undefined);
  const seen = new Set<number | string>();
  return bodies
    .filter((body) => {
      const value = readValue(body, pointer);
      if (value === undefined || typeof value !== typeof first || seen.has(value)) return false;
      seen.add(value);
      return true;
    })
    .slice(0, maxItems);
}

/** A number, or a text that begins with a date: both can be compared. */
function readValue(from: Json | undefined, pointer: string): number | string | undefined {
  const value = compare.getAtPointer(from, pointer);
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^[1-9]\d{3}-\d\d-\d\d/.test(value) ? value : undefined;
}

const compareValues = (one: number | string, other: number | string): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : Date.parse(`${one}`) - Date.parse(`${other}`);

/** Creates items one after the other, with the values that the service stored, least first. */
async function createOrdered({ items }: Tools, bodies: readonly Json[], pointer: string): Promise<OrderedItem[]> {
  const owned: OrderedItem[] = [];
  for (const body of bodies) {
    const item = await items.create(body, { role: 'control' });
    const value = readValue((await http.readBack(item)).answer?.json, pointer);
    if (value !== undefined) owned.push({ item, value });
  }
  return owned.sort((one, other) => compareValues(one.value, other.value));
}
