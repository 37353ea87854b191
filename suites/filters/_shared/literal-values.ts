import { assume, type Collection, compare, type Exchange, http, type Item, type Json, needs, type Tools } from '#rule';
import { type FilteredWalk, has } from './filtered-lists.js';

/** Query parameters that compare free text: a described search of one text, otherwise of the marked one. */
export const listTextFilters = (collection: Collection): [string, string][] => {
  const { filters = {}, list, marker } = collection;
  const parameters = list?.parameters.filter((one) => one.in === 'query') ?? [];
  const searches = parameters
    .filter(({ name, schema }) => schema !== undefined && (searchName.test(name) || `/${name}` === marker))
    .map(({ name, schema }): [string, string] => [name, findSearchedText(collection, schema) ?? marker ?? '']);
  const known = marker === undefined ? filters : { ...Object.fromEntries(searches), ...filters };
  return Object.entries(known).filter(([name]) => {
    const schema = parameters.find((one) => one.name === name)?.schema;
    if (!compare.isObject(schema)) return true;
    const isPlain = ['enum', 'const', 'format', 'pattern'].every((keyword) => schema[keyword] === undefined);
    if (/wildcard|pattern|expression|glob/i.test(String(schema.description ?? ''))) return false;
    return isPlain && [schema.type].flat().some((type) => type === undefined || type === 'string');
  });
};

/** The only text of new items that the description of a search names, if it does not name the marked one. */
function findSearchedText({ create, marker }: Collection, schema: Json | undefined): string | undefined {
  const words = compare.isObject(schema) ? String(schema.description ?? '').match(/[\w-]+/g) : null;
  const members = compare.getAtPointer(create?.request?.schema as Json | undefined, '/properties');
  const isPlain = (member: Json) =>
    compare.isObject(member) && member.type === 'string' && !['enum', 'format', 'pattern'].some((key) => key in member);
  const named = Object.entries(compare.isObject(members) ? members : {})
    .filter(([name, member]) => isPlain(member) && words?.includes(name))
    .map(([name]) => compare.buildPointer([name]));
  return named.length === 1 && !named.includes(marker ?? '') ? named[0] : undefined;
}

const searchName = /^(q|query|search|term|keywords?)$/i;

/** A filter of free text is known, for a member that a run can write. */
export const textFilter = needs.defineNeed('collection', {
  name: 'filter of free text',
  reason: 'no query parameter is known that selects entries by a free text',
  enable: 'resources[].filters',
  isMet: (collection) => listTextFilters(collection).length > 0,
});

/** A list filtered by a text with characters that are wildcards of databases. */
export interface LiteralFilter {
  readonly name: string;
  readonly value: string;
  /** Whether the list shows the item with exactly this text. */
  readonly isOwnShown: boolean;
  /** Whether the list does not show it, and shows a newer item by a text of letters and digits. */
  readonly isLost: boolean;
  /** Whether it shows the item with another text, twice. */
  readonly isStrayShown: boolean;
  /** Whether other texts that no item has select it as well, or the filter ignores such characters. */
  readonly isLoose: boolean;
  readonly shows: readonly Exchange[];
  readonly trouble: string | undefined;
}

const mostTextFilters = 2;

/** Reads lists by each of some filters. */
export async function readLiterally(tools: Tools, body: Json, turn: number): Promise<LiteralFilter[]> {
  const filters = listTextFilters(tools.collection);
  const found: LiteralFilter[] = [];
  for (let i = 0; i < Math.min(filters.length, mostTextFilters); i += 1) {
    const [name, pointer] = filters[(turn + i) % filters.length] ?? ['', ''];
    found.push(...(await readByFilter(tools, { name, pointer, body })));
  }
  return found;
}

/**
 * Gives three items a text: one with underscores, one with a percent sign, and one that both would match as wildcards. Filters the
 * list by the first two. The beginning and the end that the texts share are short, so that a fuzzy search does not relate them.
 */
async function readByFilter(
  tools: Tools,
  { name, pointer, body }: { readonly name: string; readonly pointer: string; readonly body: Json },
): Promise<LiteralFilter[]> {
  const [start, middle, end] = [tools.fresh.word(), tools.fresh.word(), tools.fresh.word()];
  const surround = (text: string) => start.slice(0, 4) + text + end.slice(0, 4);
  const values = [surround('_'.repeat(middle.length)), surround('%')];
  const stray = await createWithText(surround(middle), pointer, body, tools);
  const found: LiteralFilter[] = [];
  for (const value of values) {
    const own = await createWithText(value, pointer, body, tools);
    const read = (text: string) => readFiltered(name, text, tools);
    const walk = await read(value);
    const again = has(tools.items, walk, stray) ? await read(value) : undefined;
    const isStrayShown = again !== undefined && has(tools.items, again, stray);
    const isOwnShown = has(tools.items, walk, own);
    const suspected = { read, value, surround, pointer, body };
    found.push({
      ...{ name, value, isStrayShown, isOwnShown },
      isLost: !isOwnShown && !value.includes('%') && (await isLost(tools, { ...suspected, own })),
      isLoose: isStrayShown && (await isLooseFilter(tools, { ...suspected, stray })),
      shows: [(isOwnShown ? stray : own).createdBy, ...walk.pages.slice(0, 2).map(({ exchange }) => exchange)],
      trouble: describeTrouble(again ?? walk),
    });
  }
  return found;
}

/** Whether a filter that shows a newer item by its text does not show this one. A percent sign may be syntax of a search. */
async function isLost(
  tools: Tools,
  { read, surround, value, own, pointer, body }: Omit<SuspectedFilter, 'stray'> & { readonly own: Item },
): Promise<boolean> {
  const text = surround(tools.fresh.word());
  const newer = await createWithText(text, pointer, body, tools);
  if (!has(tools.items, await read(text), newer)) return false;
  const walk = await read(value);
  return walk.ended !== 'trouble' && walk.ended !== 'cap' && !has(tools.items, walk, own);
}

/** What is asked of a filter that selected an item with another text. */
interface SuspectedFilter {
  read(text: string): Promise<FilteredWalk>;
  surround(text: string): string;
  readonly value: string;
  readonly stray: Item;
  readonly pointer: string;
  readonly body: Json;
}

/**
 * Whether the filter also relates other texts that no item has: it is fuzzy, or compares words. Or whether it shows an item without
 * any part of the text: it ignores values with such characters.
 */
async function isLooseFilter(tools: Tools, { read, surround, value, stray, pointer, body }: SuspectedFilter) {
  for (const text of [tools.fresh.word(), '-', ' ', '.']) {
    const walk = await read(surround(text));
    if (walk.ended === 'trouble' || has(tools.items, walk, stray)) return true;
  }
  const plain = await createWithText(tools.fresh.word(), pointer, body, tools);
  return has(tools.items, await read(value), plain);
}

const readFiltered = (name: string, value: string, { items }: Tools): Promise<FilteredWalk> =>
  items.walk({ from: items.firstPage(undefined, { [name]: value }), maxPages: 5 });

/** Creates an item and gives it a text. Ends the case where the service does not show the text. */
async function createWithText(text: string, pointer: string, body: Json, tools: Tools): Promise<Item> {
  const { collection, items } = tools;
  const isMarker = pointer === collection.marker;
  const item = await items.create(isMarker ? body : compare.setAtPointer(body, pointer, text), { role: 'control' });
  if (isMarker) await writeText(item, text, pointer, collection);
  const look = await item.getUntil(({ answer }) => compare.getAtPointer(answer?.json, pointer) === text);
  const isShown = compare.getAtPointer(look.answer?.json, pointer) === text;
  assume(isShown, 'no-usable-case', `the service does not store ${JSON.stringify(text)} at ${pointer}`);
  return item;
}

/** The marker of the run is in this member, so that it is written after the creation. */
async function writeText(item: Item, text: string, pointer: string, { patch, replace }: Collection): Promise<void> {
  if (patch?.request) await item.patch(compare.setAtPointer({}, pointer, text));
  else if (replace?.request) await item.put(compare.setAtPointer(item.sent, pointer, text));
}

function describeTrouble({ ended, pages }: FilteredWalk): string | undefined {
  const status = pages.at(-1)?.exchange.answer?.status;
  if (pages.some(({ exchange }) => http.isCached(exchange))) return 'a cache answered instead of the service';
  return ended === 'trouble' ? `the filtered list returned ${status}` : undefined;
}
