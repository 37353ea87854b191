import type { LedgerEntry } from '../../ledger/entry.js';
import { pollUntil } from '../../model/clock.js';
import type { Item, Items } from '../../rule/items.js';
import { SetupStep } from '../calibrate/setup-step.js';
import { findCollection } from '../items/item-address.js';
import type { RunContext } from '../run-context.js';
import { ifInconclusive } from '../trial/retry-setup.js';
import { readPresence } from './read-item.js';
import { findListed, type ListControl, type Listed, type SearchContext, searchList } from './search-list.js';

/** Time in which a list must show a new item, in milliseconds, and most creations of one. */
const shownMs = 3_000;
const maxTries = 3;

/**
 * Creates the control of a search: that a list does not show an item proves nothing if it does not show a new item that
 * exists. Creates one with a body that worked, searches it, and removes it.
 */
export const createListControl =
  (site: RunContext): ListControl =>
  async (collection) => {
    const { addressing, meter } = site;
    const { workingBody: body, closed } = addressing.of(collection.name);
    const isPossible = site.mayDelete && site.cleanup && meter.end() === undefined && closed === undefined;
    if (body === undefined || !isPossible || collection.create === undefined) return undefined;
    const step = new SetupStep(site, collection, 'sweep');
    const items = step.openItems(collection);
    const tryItem = async () => {
      let item: Item | undefined;
      for (let i = 0; i < maxTries && item === undefined; i += 1)
        item = (await items.post(body, { role: 'control', marked: true })).item;
      return item && (await awaitEntry(items, item, Math.max(shownMs, collection.consistency.listMs)));
    };
    return tryItem()
      .catch(ifInconclusive(() => undefined))
      .finally(() => step.clean());
  };

async function awaitEntry(items: Items, item: Item, windowMs: number): Promise<Listed> {
  let looks = 0;
  const look = async () => {
    looks += 1;
    return items.findEntry(await items.list(), item) !== undefined;
  };
  const isShown = await pollUntil(look, Boolean, windowMs);
  if (!isShown) return 'never';
  return looks === 1 ? 'at once' : 'later';
}

/** Most items that are tried as a control. */
const maxControls = 8;

/**
 * Creates the control of a search from items of the run that still exist: that a list does not show an item proves
 * nothing if it does not show one of these. Asks once for each collection, before the items are removed.
 */
export const createStandingControl = (things: readonly LedgerEntry[], looking: SearchContext): ListControl =>
  askOnce(async ({ name }) => {
    const made = things.filter((one) => one.collection === name && one.path !== undefined).slice(-maxControls);
    for (const entry of made) {
      const collection = findCollection(entry, looking.model.collections);
      if (collection === undefined || (await readPresence(entry, collection, looking.meter)) !== 'shown') continue;
      const list = await searchList(entry, looking);
      if (list?.isWhole !== true) return undefined;
      return findListed(list, entry.path) === undefined ? 'never' : 'at once';
    }
    return undefined;
  }, 'name');

/** Asks a control once for each collection, or once for each path of one. */
export function askOnce(control: ListControl, key: 'name' | 'path'): ListControl {
  const known = new Map<string, ReturnType<ListControl>>();
  return (collection) => {
    const found = known.get(collection[key]) ?? control(collection);
    known.set(collection[key], found);
    return found;
  };
}
