import type { LedgerEntry } from '../../ledger/entry.js';
import { fillCollectionTemplate, readEntryAddress } from '../items/item-address.js';
import { readPresence } from './presence.js';
import { type ListControl, type Listed, type SearchContext, searchList } from './search-list.js';

/** Most items that are tried as a control. */
const maxControls = 8;

/**
 * Creates the control of a search from items of the run that still exist: that a list does not show an item proves
 * nothing if it does not show one of these. Asks once for each collection, before the items are removed.
 */
export function createStandingControl(things: readonly LedgerEntry[], looking: SearchContext): ListControl {
  const known = new Map<string, Promise<Listed | undefined>>();
  const find = async (name: string): Promise<Listed | undefined> => {
    const made = things.filter((one) => one.collection === name && one.path !== undefined).slice(-maxControls);
    for (const entry of made) {
      const template = looking.model.collections.find((one) => one.name === name);
      const collection = template && fillCollectionTemplate(template, entry.at);
      if (collection === undefined || (await readPresence(entry, collection, looking.meter)) !== 'shown') continue;
      const list = await searchList(entry, looking);
      if (list?.isWhole !== true) return undefined;
      const isListed = list.all.some((one) => readEntryAddress(list.collection, one)?.path === entry.path);
      return isListed ? 'at once' : 'never';
    }
    return undefined;
  };
  return ({ name }) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}
