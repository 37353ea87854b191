import { assume, compare, http, type Item, type Items, type Json, needs, type Tools } from '#rule';

export type FilteredWalk = Awaited<ReturnType<Items['walk']>>;

/** Query parameters are known that select entries by a member. */
export const filterable = needs.defineNeed('collection', {
  name: 'filters',
  reason: 'no query parameter is known that selects entries by a member',
  enable: 'resources[].filters',
  isMet: ({ filters = {} }) => Object.keys(filters).length > 0,
});

/** Pages have a member or a field with the number of all items. */
export const countedPages = needs.defineNeed('collection', {
  name: 'counted pages',
  reason: 'the member for the total is not known',
  enable: 'resources[].pagination.total',
  isMet: ({ pagination }) => pagination.total !== undefined && pagination.total !== '',
});

export const hasRightTotals = ({ pages, entries }: Pick<FilteredWalk, 'pages' | 'entries'>): boolean =>
  pages.every(({ total }) => total === undefined || total === entries.length);

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

/** The largest number of own items, of pages of a filtered list, of filters in one case, and of values of each. */
const maxItems = 6;
const maxPages = 30;
const maxFilters = 3;
const maxValues = 3;

/** A filter, or the second one of two, with own items that it selects and that it does not. */
type FilterTrial = Pick<FilteredList, 'name' | 'pointer' | 'value' | 'matching' | 'others'> & {
  readonly query: Readonly<Record<string, string>>;
};

/**
 * Creates items with different values of a filtered member, and reads the list filtered by each of them, by values of other
 * filtered members, and by two filters at once, in small pages. Returns the first list that is not as expected, otherwise
 * the first wanted one. Throws InconclusiveError where no body has a value.
 */
export async function readFilteredList(
  tools: Tools,
  bodies: readonly Json[],
  turn: number,
  isWanted: (list: FilteredList) => boolean = ({ others }) => others.length > 0,
): Promise<FilteredList> {
  const { collection, items } = tools;
  const filters = Object.entries(collection.filters ?? {});
  const usable = filters.filter(([, pointer]) => hasValues(bodies, pointer) || refersToItem(collection, pointer));
  const first = turn % Math.max(usable.length, 1);
  const chosen = [...usable.slice(first), ...usable.slice(0, first)].slice(0, maxFilters);
  const [, pointer] = chosen[0] ?? [];
  const why = `no body has a value of ${filters.map(([name]) => name).join(', ')}`;
  assume(pointer !== undefined, 'no-usable-case', why);
  const created = await createAll(tools, chooseBodies(bodies, pointer));
  const owned = await clearSome([...created, ...(await createMixed(tools, bodies, chosen))], pointer);
  const trials = listTrials(chosen, owned);
  assume(trials[0] !== undefined, 'no-usable-case', `GET of an item shows no value at ${pointer}`);
  const lists: FilteredList[] = [];
  for (const trial of trials) {
    const list = await readOne(items, trial, owned);
    if (list.again) return list;
    lists.push(list);
  }
  return lists.find(isWanted) ?? lists.find(({ others }) => others.length > 0) ?? (lists[0] as FilteredList);
}

/** Each value of each filter, then two filters at once where items differ in the second one only. */
function listTrials(chosen: readonly (readonly [string, string])[], owned: readonly ShownItem[]): FilterTrial[] {
  const singles = chosen.flatMap(([name, pointer]) => {
    const valued = owned.map((one) => readValued(one, pointer));
    const different = [...new Set(valued.map(({ value }) => value))]
      // Another rule finds out whether a value is taken for a pattern.
      .filter((value) => value !== '' && !/[%_*]/.test(value))
      .slice(0, maxValues);
    return different.map((value) => selectItems({ name, pointer, value, query: { [name]: value } }, valued));
  });
  const [single] = singles;
  const doubles = singles.flatMap((second) => {
    if (single === undefined || second.name === single.name) return [];
    const both = single.matching
      .map(({ item }) => owned.find((one) => one.item === item))
      .filter((one) => one !== undefined);
    const valued = both.map((one) => readValued(one, second.pointer));
    const trial = selectItems({ ...second, query: { ...single.query, ...second.query } }, valued);
    return trial.others.length > 0 && trial.matching.length > 0 ? [trial] : [];
  });
  return [...singles, ...doubles.slice(0, 1)];
}

function selectItems(trial: Pick<FilterTrial, 'name' | 'pointer' | 'value' | 'query'>, valued: readonly ValuedItem[]) {
  const { name, pointer, value, query } = trial;
  const matching = valued.filter(({ values }) => values.includes(value));
  // A filter of texts may compare a part of them, or ignore case.
  const others = valued.filter(({ values }) => !values.some((one) => contains(one, value)));
  return { name, pointer, value, query, matching, others };
}

const contains = (text: string, part: string): boolean =>
  text.normalize('NFKC').toLowerCase().includes(part.normalize('NFKC').toLowerCase().trim());

/** Reads a filtered list; again, and without the filter, where it is not as expected. */
async function readOne(items: Items, { query, ...trial }: FilterTrial, owned: readonly ShownItem[]) {
  const { matching, others } = trial;
  const from = items.firstPage(Math.max(1, matching.length - 1), query);
  const read = () => items.walk({ from, maxPages });
  const walk = await read();
  const isAsExpected =
    matching.every(({ item }) => has(items, walk, item)) && !others.some(({ item }) => has(items, walk, item));
  if (isAsExpected) return { ...trial, walk, again: undefined, whole: undefined };
  const whole = await items.listUntil((listing) => owned.every(({ item }) => items.findEntry(listing, item)));
  return { ...trial, walk, again: await read(), whole };
}

export const has = (items: Pick<Items, 'readId'>, { entries }: FilteredWalk, { id }: Item): boolean =>
  entries.some((entry) => items.readId(entry) === id);

/** The value as texts: those of its elements where it is a list. */
export const readTexts = (value: Json | undefined): string[] =>
  [value].flat().flatMap((one) => (one === undefined || one === null || typeof one === 'object' ? [] : [String(one)]));

const hasValues = (bodies: readonly Json[], pointer: string): boolean =>
  bodies.some((body) => readTexts(compare.getAtPointer(body, pointer)).length > 0);

/** Whether all bodies get one value, which is the id of another item. */
const refersToItem = ({ overrides }: Tools['collection'], pointer: string): boolean =>
  Object.keys(overrides).some((place) => place === pointer || place.startsWith(`${pointer}/`));

interface ShownItem {
  readonly item: Item;
  readonly shown: Json | undefined;
}

function readValued({ item, shown }: ShownItem, pointer: string): ValuedItem {
  const values = readTexts(compare.getAtPointer(shown, pointer));
  return { item, value: values[0] ?? '', values };
}

/** Where all items have one and the same list, it is emptied in some: no generated body has another reference. */
async function clearSome(owned: readonly ShownItem[], pointer: string): Promise<readonly ShownItem[]> {
  const [first] = owned;
  const value = first && readValued(first, pointer).value;
  const isOneList =
    first !== undefined &&
    Array.isArray(compare.getAtPointer(first.item.sent, pointer)) &&
    owned.every((one) => readValued(one, pointer).value === value);
  if (!isOneList) return owned;
  return mapInTurn(owned, async (one, i) => {
    if (i % 2 === 0) return one;
    await one.item.patch(compare.setAtPointer({}, pointer, []));
    return { ...one, shown: (await http.readBack(one.item)).answer?.json };
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

/** Creates items one after the other, and reads them. */
async function createAll({ items }: Tools, bodies: readonly Json[]): Promise<ShownItem[]> {
  const owned: ShownItem[] = [];
  for (const body of bodies) {
    const item = await items.create(body, { role: 'control' });
    owned.push({ item, shown: (await http.readBack(item)).answer?.json });
  }
  return owned;
}

/** An item with the first value of one filter and another value of the next one; none where such a body is refused. */
async function createMixed(
  { items }: Tools,
  bodies: readonly Json[],
  [one, other]: readonly (readonly [string, string])[],
): Promise<ShownItem[]> {
  if (one === undefined || other === undefined) return [];
  const [first = null] = chooseBodies(bodies, one[1]);
  const value = (body: Json) => compare.getAtPointer(body, other[1]);
  const second = bodies.map(value).find((found) => found !== undefined && !compare.isEquivalent(found, value(first)));
  if (second === undefined || value(first) === undefined) return [];
  const { item } = await items.post(compare.setAtPointer(first, other[1], second), { role: 'control', marked: true });
  return item ? [{ item, shown: (await http.readBack(item)).answer?.json }] : [];
}
