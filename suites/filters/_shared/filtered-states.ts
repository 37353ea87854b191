import { assume, compare, type Exchange, http, type Item, type Json, needs, type Tools } from '#rule';
import type { StateModel } from '../../_shared/states.js';
import { type FilteredWalk, has } from './filtered-lists.js';

export interface FilteredStates {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** GET of the item that was led on. */
  readonly look: Exchange;
  /** Twice where the lists are not as expected. */
  readonly looks: readonly FilteredLook[];
  /** Whether the list without the filter shows both items; only asked where a filtered list lacks one. */
  readonly isListed: boolean;
}

/** The lists filtered by the former and by the present state. */
export interface FilteredLook {
  readonly byFormer: FilteredWalk;
  readonly byPresent: FilteredWalk;
  /** In which of them the item that was led on is, and the one that was not. */
  readonly moved: readonly [boolean, boolean];
  readonly stayed: readonly [boolean, boolean];
}

/** A query parameter is known that selects entries by their state, and more than one state. */
export const filteredByState = needs.defineNeed('collection', {
  name: 'a filter by the state',
  reason: 'no query parameter is known that selects entries by a declared state',
  enable: 'resources[].filters',
  isMet: ({ filters = {}, states }) =>
    states !== undefined && Object.values(filters).includes(states.pointer) && listLaterStates(states).length > 0,
});

/** Whether the item that was led on is only in the list of its present state, and the other one only in that of its own. */
export const isAsExpected = ({ moved, stayed }: FilteredLook): boolean =>
  !moved[0] && moved[1] && stayed[0] && !stayed[1];

const maxWalked = 30;

/** Number of states to which one case leads an item. */
const maxReachedStates = 3;

/** Leads one of two items to another state, and reads the lists filtered by both states. */
export async function readFilteredStates(tools: Tools, body: Json, turn: number): Promise<FilteredStates> {
  const { collection, items } = tools;
  const { states, filters = {} } = collection;
  const name = Object.keys(filters).find((one) => filters[one] === states?.pointer) ?? '';
  const later = states ? listLaterStates(states) : [];
  const stayed = await items.create(body, { role: 'control' });
  const moved = await items.create(body, { role: 'control' });
  const readState = (look: Exchange) => compare.readState(collection, look.answer?.json);
  const from = readState(await http.readBack(moved));
  assume(from !== undefined && readState(await http.readBack(stayed)) === from, 'setup', 'the items show no state');
  const wanted = later.filter((state) => state !== from);
  const first = turn % Math.max(wanted.length, 1);
  const turned = [...wanted.slice(first), ...wanted.slice(0, first)].slice(0, maxReachedStates);
  const read = async (to: string, item: Item) => {
    await tools.actions.lead(item, from, (state) => state === to);
    const look = await item.getUntil((one) => readState(one) === to);
    if (readState(look) !== to) return undefined;
    return lookTwice(tools, { name, from, to, look }, [item, stayed]);
  };
  let last: FilteredStates | undefined;
  for (const [index, to] of turned.entries()) {
    const item = index === 0 ? moved : await items.create(body, { role: 'control' });
    const seen = await read(to, item);
    if (seen?.looks.some(isAsExpected) === false) return seen;
    last = seen ?? last;
  }
  assume(last !== undefined, 'no-usable-case', `no item could be led to the state ${turned.join(' or ')}`);
  return last;
}

async function lookTwice(
  tools: Tools,
  known: Pick<FilteredStates, 'name' | 'from' | 'to' | 'look'>,
  both: readonly [Item, Item],
): Promise<FilteredStates> {
  const { items } = tools;
  const looks = [await readBoth(tools, known.name, [known.from, known.to], both)];
  if (looks.every(isAsExpected)) return { ...known, looks, isListed: true };
  // Waits for the end of the window in which reads may lag behind.
  const whole = await items.listUntil(() => false);
  looks.push(await readBoth(tools, known.name, [known.from, known.to], both));
  const isListed = both.every((item) => items.findEntry(whole, item) !== undefined);
  return { ...known, looks, isListed };
}

async function readBoth(
  { items }: Tools,
  name: string,
  states: readonly [string, string],
  [moved, stayed]: readonly [Item, Item],
): Promise<FilteredLook> {
  const walk = (state: string) =>
    items.walk({ from: items.firstPage(undefined, { [name]: state }), maxPages: maxWalked });
  const [byFormer, byPresent] = [await walk(states[0]), await walk(states[1])];
  const places = (item: Item) => [has(items, byFormer, item), has(items, byPresent, item)] as const;
  return { byFormer, byPresent, moved: places(moved), stayed: places(stayed) };
}

/** The declared states to which actions or writes lead. */
function listLaterStates({ transitions, next = {} }: StateModel): string[] {
  const reached = [...Object.values(transitions).flatMap((one) => Object.values(one)), ...Object.values(next).flat()];
  return [...new Set(reached)];
}
