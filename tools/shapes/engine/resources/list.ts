import type { CollectionFacts } from '../../facts/facts.js';
import { putPointer } from '../../facts/json-pointer.js';
import { readVersion } from '../state/items.js';
import type { Item, Reply, Version, Visit } from '../state/world.js';
import { readLag } from './find-item.js';
import { type Page, selectPage, stateTotal } from './page.js';
import { representEntry } from './represent.js';

/** Number of items in a list of the newest only. */
export const newestCount = 20;

interface Listed {
  readonly item: Item;
  readonly version: Version;
}

/** Answers with the list, or a page of it. */
export function readList(visit: Visit, facts: CollectionFacts): Reply {
  const all = listShown(visit, facts);
  const readKey = makeKeyReader(facts);
  const page = facts.paging && selectPage(visit, facts.paging, all, readKey);
  const entries = page ? page.entries : all;
  const body = wrapEntries(visit, facts, entries);
  const total = stateTotal(facts, all.length);
  const headers: Record<string, string> = {};
  if (facts.paging?.total && total !== undefined) {
    if (facts.paging.total.in === 'header') headers[facts.paging.total.name.toLowerCase()] = String(total);
    else putPointer(body, facts.paging.total.name, total);
  }
  if (page) putNext(visit, facts, page, body, headers);
  return { status: 200, headers, json: body };
}

/** The items that the caller sees, in their order. */
function listShown({ world, caller, ids }: Visit, facts: CollectionFacts): Listed[] {
  const lag = readLag(facts, 'list');
  const parent = facts.parent ? ids.at(-1) : undefined;
  const shown = [...(world.stores[facts.index]?.values() ?? [])].flatMap((item) => {
    const version = item.parent === parent ? readVersion(world, item, lag) : undefined;
    return version?.removal === 'none' && world.behaviour.canSee(world, caller, item) ? [{ item, version }] : [];
  });
  const readKey = makeKeyReader(facts);
  const newest = facts.design.choices.extent === 'newest' ? shown.slice(-newestCount) : shown;
  return newest.sort((one, other) => (readKey(one) < readKey(other) ? -1 : 1));
}

/** What a list is ordered by, as a text that is different for each item. */
function makeKeyReader({ design, members }: CollectionFacts): (one: Listed) => string {
  const write = (number: number) => String(number).padStart(9, '0');
  const [first] = members;
  switch (design.choices.order) {
    case 'oldest-first':
      return ({ item }) => write(item.number);
    case 'newest-first':
      return ({ item }) => write(999_999_999 - item.number);
    case 'by-member':
      return ({ item, version }) => `${version.content[first?.name ?? '']} ${write(item.number)}`;
  }
}

function wrapEntries(visit: Visit, facts: CollectionFacts, listed: readonly Listed[]): unknown {
  const { listShape } = facts.design.choices;
  const entries = listed.map(({ item, version }) => representEntry(visit, facts, item, version));
  if (listShape === 'by-id') return Object.fromEntries(listed.map(({ item }, index) => [item.id, entries[index]]));
  const facets = [{ name: 'all', count: listed.length }];
  const before = listShape === 'several-arrays' ? { facets, warnings: [] } : {};
  const body = putPointer(before, facts.entriesPointer, entries);
  if (listShape === 'several-arrays') putPointer(body, '/included', [{ kind: 'note', text: 'see also' }]);
  return body;
}

function putNext(
  { request }: Visit,
  facts: CollectionFacts,
  { next }: Page<Listed>,
  body: unknown,
  headers: Record<string, string>,
): void {
  const paging = facts.paging;
  if (!paging?.next) return;
  const { next: place, position } = paging;
  if (next === undefined) {
    if (place.in === 'body' && facts.design.choices.lastNext === 'null') putPointer(body, place.pointer, null);
    return;
  }
  const query = new URLSearchParams(request.query);
  query.set(position.name, next);
  query.delete('api_key');
  const address = `${request.path}?${query}`;
  if (place.in === 'header') headers[place.name.toLowerCase()] = next;
  if (place.in === 'link') headers.link = `<${address}>; rel="next"`;
  if (place.in === 'body')
    putPointer(body, place.pointer, place.isUrl ? writeNext(facts, request.origin, address) : next);
}

function writeNext({ design }: CollectionFacts, origin: string, address: string): string {
  if (design.choices.next === 'public-base') return `https://api.example.com${address}`;
  return design.choices.next === 'absolute' ? origin + address : address;
}
