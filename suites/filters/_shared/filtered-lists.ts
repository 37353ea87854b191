import { assume, compare, http, type Item, type Items, type Json, needs, type Tools } from '#rule';

/** A walk through the pages of a filtered list. */
export type FilteredWalk = Awaited<ReturnType<Items['walk']>>;

/** Query parameters are known that select entries by a member. */
export const filterable = needs.defineNeed('collection', {
  name: 'filters',
  reason: 'no query parameter is known that selects entries by a member',
  enable: 'resources[].filters',
  isMet: ({ filters = {} }) => Object.keys(filters).length > 0,
});

/** An own item, and its value of the filtered member; several where the member is a list. */
export interface ValuedItem {
  readonly item: Item;
  readonly value: string;
  readonly values: readonly string[];
}

/** A list filtered by one value, with own items that have it and that do not. */
export interface FilteredList {
  readonly name: string;
  readonly pointer: string;
  readonly value: string;
  readonly matching: readonly ValuedItem[];
  readonly others: readonly ValuedItem[];
  readonly walk: FilteredWalk;
  /** The walk again, where the first one was not as expected. */
  readonly again: FilteredWalk | undefined;
  /** The list without the filter, where an item was not found. */
  readonly whole: http.Listing | undefined;
}

/** The largest number of own items, and of pages of a filtered list. */
const maxItems = 6;
const maxPages = 30;

/**
 * Creates items with different values of a filtered member, and reads the list filtered by one of them, in small pages.
 * Throws InconclusiveError where all bodies have the same value.
 */
export async function readFilteredList(tools: Tools, bodies: readonly Json[], turn: number): Promise<FilteredList> {
  const { collection, items } = tools;
  const usable = Object.entries(collection.filters ?? {}).filter(
    ([, pointer]) => hasValues(bodies, pointer) || refersToItem(collection, pointer),
  );
  const [name, pointer] = usable[turn % Math.max(usable.length, 1)] ?? [];
  const names = Object.keys(collection.filters ?? {}).join(', ');
  assume(name !== undefined && pointer !== undefined, 'no-usable-case', `no body has a value of ${names}`);
  const owned = await clearSome(await createValued(tools, chooseBodies(bodies, pointer), pointer), pointer);
  const value = owned[0]?.value ?? '';
  assume(value !== '', 'no-usable-case', `GET of an item shows no value at ${pointer}`);
  const [matching, others] = [
    owned.filter((one) => one.values.includes(value)),
    owned.filter((one) => !one.values.includes(value)),
  ];
  const from = items.firstPage(Math.max(1, matching.length - 1), { [name]: value });
  const read = () => items.walk({ from, maxPages });
  const isAsExpected = (walk: FilteredWalk) =>
    matching.every(({ item }) => has(items, walk, item)) && !others.some(({ item }) => has(items, walk, item));
  const walk = await read();
  if (isAsExpected(walk)) return { name, pointer, value, matching, others, walk, again: undefined, whole: undefined };
  const whole = await items.listUntil((listing) => owned.every(({ item }) => items.findEntry(listing, item)));
  return { name, pointer, value, matching, others, walk, again: await read(), whole };
}

/** Whether a walk shows an item. */
export const has = (items: Pick<Items, 'readId'>, { entries }: FilteredWalk, { id }: Item): boolean =>
  entries.some((entry) => items.readId(entry) === id);

/** The value as texts: those of its elements where it is a list. */
const readTexts = (value: Json | undefined): string[] =>
  [value].flat().flatMap((one) => (one === undefined || one === null || typeof one === 'object' ? [] : [String(one)]));

const hasValues = (bodies: readonly Json[], pointer: string): boolean =>
  bodies.some((body) => readTexts(compare.getAtPointer(body, pointer)).length > 0);

/** Whether all bodies get one value, which is the id of another item. */
const refersToItem = ({ overrides }: Tools['collection'], pointer: string): boolean =>
  Object.keys(overrides).some((place) => place === pointer || place.startsWith(`${pointer}/`));

/** Where all items have one and the same list, it is emptied in some: no generated body has another reference. */
async function clearSome(owned: readonly ValuedItem[], pointer: string): Promise<readonly ValuedItem[]> {
  const [first] = owned;
  const isOneList =
    first !== undefined &&
    Array.isArray(compare.getAtPointer(first.item.sent, pointer)) &&
    owned.every(({ value }) => value === first.value);
  if (!isOneList) return owned;
  return mapInTurn(owned, async (one, i) => {
    if (i % 2 === 0) return one;
    await one.item.patch(compare.setAtPointer({}, pointer, []));
    const look = await http.readBack(one.item);
    const values = readTexts(compare.getAtPointer(look.answer?.json, pointer));
    return { ...one, value: values[0] ?? '', values };
  });
}

async function mapInTurn<T, R>(all: readonly T[], change: (one: T, i: number) => Promise<R>): Promise<R[]> {
  const changed: R[] = [];
  for (const [i, one] of all.entries()) changed.push(await change(one, i));
  return changed;
}

/** Bodies with at least two values of a member where possible: two of the first value, and others. */
function chooseBodies(bodies: readonly Json[], pointer: string): readonly Json[] {
  const value = (body: Json) => readTexts(compare.getAtPointer(body, pointer))[0];
  const first = bodies.find((body) => value(body) !== undefined) ?? bodies[0] ?? null;
  const rest = bodies.filter((body) => value(body) !== value(first));
  return [first, ...rest.slice(0, 1), first, ...rest.slice(1, 2), first].slice(0, maxItems);
}

/** Creates items one after the other, and reads the value that the service stored. */
async function createValued({ items }: Tools, bodies: readonly Json[], pointer: string): Promise<ValuedItem[]> {
  const owned: ValuedItem[] = [];
  for (const body of bodies) {
    const item = await items.create(body, { role: 'control' });
    const look = await http.readBack(item);
    const values = readTexts(compare.getAtPointer(look.answer?.json, pointer));
    owned.push({ item, value: values[0] ?? '', values });
  }
  return owned;
}
