import {
  assume,
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  type Tools,
  violated,
} from '#rule';
import { chooseSizeNear } from './create-items.js';

type Sortable = string | number;

/** A list that was read sorted: the values of the own items in the order in which it shows them. */
export interface SortedReading {
  /** The value of the parameter, such as `-title`. */
  readonly by: string;
  /** Whether it was read in pages that are smaller than usual: where each page is sorted by itself, only such pages show it. */
  readonly isSmall: boolean;
  readonly shown: readonly Sortable[];
  readonly pages: readonly Exchange[];
}

/** A list that was sorted by one member, upwards and downwards as far as the parameter has values for both. */
export interface SortedLists {
  readonly name: string;
  readonly member: string;
  readonly many: number;
  readonly first: readonly SortedReading[];
  /** The same again, where the first readings are not in order. */
  readonly again: readonly SortedReading[] | undefined;
}

/** Texts in an order that all collations share, in the order in which items get them. */
const sortableWords = ['mike', 'zulu', 'alpha'];
const maxPages = 30;

/** Creates items with different values of a member, and reads the list sorted by it. Throws InconclusiveError where no member can be used. */
export async function readSortedLists(tools: Tools, bodies: readonly Json[], turn: number): Promise<SortedLists> {
  const { name = '', values = [] } = tools.collection.sorting ?? {};
  const usable = [...new Set(values.map(getMemberName))].flatMap((member) => {
    const chosen = chooseSortableBodies(bodies, member);
    return chosen.length > 1 ? [{ member, chosen }] : [];
  });
  const { member = '', chosen = [] } = usable[turn % Math.max(usable.length, 1)] ?? {};
  assume(chosen.length > 0, 'no-usable-case', `no value of ${name} is the name of a text or number that clients write`);
  const owned: { readonly item: Item; readonly value: Sortable }[] = [];
  for (const body of chosen) {
    const item = await tools.items.create(body, { role: 'control' });
    const value = readSortable((await http.readBack(item)).answer?.json, member);
    if (value !== undefined) owned.push({ item, value });
  }
  const known = new Map(owned.map(({ item, value }) => [item.id, value]));
  const readAll = async () => {
    const readings: SortedReading[] = [];
    for (const by of values.filter((one) => getMemberName(one) === member)) {
      const { total, ...reading } = await readSorted(tools, { name, by }, known);
      readings.push(reading);
      const size = readings.length === 1 ? chooseSmallSize(total, tools.collection) : undefined;
      if (size === undefined) continue;
      const { total: _, ...small } = await readSorted(tools, { name, by, size }, known);
      if (small.shown.length === known.size) readings.push(small);
    }
    return readings;
  };
  const first = await readAll();
  const isDoubtful = judgeReadings(first, owned.length) !== undefined;
  return { name, member, many: owned.length, first, again: isDoubtful ? await readAll() : undefined };
}

/** About four pages for this number of entries. */
const chooseSmallSize = (total: number, collection: Collection): number | undefined =>
  collection.pagination.params.size === undefined
    ? undefined
    : chooseSizeNear(Math.max(2, Math.ceil(total / 4)), collection, total);

const getMemberName = (value: string): string => value.replace(/^[-+]/, '');

async function readSorted(
  { items }: Tools,
  { name, by, size }: { readonly name: string; readonly by: string; readonly size?: number },
  known: ReadonlyMap<string, Sortable>,
): Promise<SortedReading & { readonly total: number }> {
  const readShown = (entries: readonly Json[]) =>
    entries.flatMap((entry) => known.get(items.readId(entry) ?? '') ?? []);
  const from = items.firstPage(size, { [name]: by });
  const { entries, pages } = await items.walk({
    from,
    maxPages,
    isEnough: (seen) => readShown(seen).length >= known.size,
  });
  return {
    by,
    isSmall: size !== undefined,
    shown: readShown(entries),
    pages: pages.map(({ exchange }) => exchange),
    total: entries.length,
  };
}

/** Bodies with different values of a member: of a text, words are put in; of a number, those that were generated. */
function chooseSortableBodies(bodies: readonly Json[], member: string): readonly Json[] {
  const [body] = bodies;
  const value = readSortable(body, member);
  if (typeof value === 'string') return sortableWords.map((word) => ({ ...(body as object), [member]: word }));
  const seen = new Set<Sortable>();
  return bodies.filter((one) => {
    const number = readSortable(one, member);
    if (typeof number !== 'number' || seen.has(number) || seen.size >= sortableWords.length) return false;
    seen.add(number);
    return true;
  });
}

function readSortable(from: Json | undefined, member: string): Sortable | undefined {
  const value = compare.getAtPointer(from, compare.buildPointer([member]));
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** -1 or 1 where the order of two values is the same in all collations; otherwise 0. */
function compareSurely(one: Sortable, other: Sortable): number {
  if (typeof one === 'number' && typeof other === 'number') return Math.sign(one - other);
  const [a, b] = [String(one), String(other)];
  const at = [...a].findIndex((char, i) => char !== b[i]);
  const [left = '', right = ''] = [a[at], b[at]];
  return /^[a-z]$/.test(left) && /^[a-z]$/.test(right) ? Math.sign(left.charCodeAt(0) - right.charCodeAt(0)) : 0;
}

/** 1 where values ascend, -1 where they descend, `mixed` where they do neither, 0 where that cannot be known. */
function findDirection(shown: readonly Sortable[]): 1 | -1 | 0 | 'mixed' {
  const signs = shown.flatMap((one, i) => shown.slice(i + 1).map((other) => -compareSurely(one, other)));
  const [up, down] = [signs.some((sign) => sign > 0), signs.some((sign) => sign < 0)];
  if (up && down) return 'mixed';
  if (up) return 1;
  return down ? -1 : 0;
}

/** The reading that is not in order, or that has the order of its opposite; undefined where all are as they should be. */
function judgeReadings(readings: readonly SortedReading[], many: number): SortedReading | undefined {
  const whole = readings.filter(({ shown }) => shown.length === many);
  const mixed = whole.find(({ shown }) => findDirection(shown) === 'mixed');
  if (mixed) return mixed;
  return whole.find((one, i) => {
    const direction = findDirection(one.shown);
    const opposite = whole.slice(0, i).filter(({ by }) => by !== one.by);
    return direction !== 0 && opposite.some(({ shown }) => findDirection(shown) === direction);
  });
}

/** Violated where the same reading is not in order twice. */
export function judgeOrders({ name, member, many, first, again }: SortedLists): Finding {
  const all = [...first, ...(again ?? [])];
  if (all.some(({ pages }) => pages.some(http.isCached)))
    return inconclusive('noise', 'a cache answered instead of the service');
  if (all.some(({ shown }) => shown.length !== many))
    return inconclusive('setup', `the list sorted by ${member} does not show all created items`);
  if (first.every(({ shown }) => findDirection(shown) === 0))
    return inconclusive('no-usable-case', `the items have no values of ${member} whose order is known`);
  const [wrong, still] = [first, again ?? []].map((readings) => judgeReadings(readings, many));
  if (wrong === undefined) return held;
  if (still?.by !== wrong.by || still.isSmall !== wrong.isSmall)
    return inconclusive('noise', 'the order of the list changed while it was read');
  const isMixed = findDirection(still.shown) === 'mixed';
  return violated({
    expected: isMixed ? `${member} in order, with ${name}=${still.by}` : `the opposite order with ${name}=${still.by}`,
    actual: still.shown,
    shows: still.pages,
  });
}
