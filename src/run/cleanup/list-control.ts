import type { LedgerEntry } from '../../ledger/entry.js';
import { pollUntil } from '../../model/clock.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import { CaseClient } from '../items/case-client.js';
import { fillCollectionTemplate, readEntryAddress } from '../items/item-address.js';
import { createItems, type SetupItems } from '../items/items.js';
import type { RunContext } from '../run-context.js';
import { cleanUp } from './clean-up.js';
import { readPresence } from './presence.js';
import { type ListControl, type Listed, type SearchContext, searchList } from './search-list.js';

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
    const ledger = site.runLedger.openScope();
    const wire = new CaseClient(meter, `sweep@${collection.name}`);
    const items = createItems({ ...site, collection, wire, ledger, restMs: 0 });
    try {
      for (let i = 0; i < maxTries; i += 1) {
        const { item } = await items.post(body, { role: 'control', marked: true });
        if (item === undefined) continue;
        return await awaitEntry(items, item, Math.max(shownMs, collection.consistency.listMs));
      }
      return undefined;
    } catch (error) {
      if (error instanceof InconclusiveError) return undefined;
      throw error;
    } finally {
      await cleanUp(ledger, site);
    }
  };

async function awaitEntry(items: SetupItems, item: Item, windowMs: number): Promise<Listed> {
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
