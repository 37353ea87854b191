import { pollUntil } from '../../model/clock.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import { createCaseClient } from '../items/case-client.js';
import { createItems, type SetupItems } from '../items/items.js';
import type { RunContext } from '../run-context.js';
import { cleanUp } from './clean-up.js';
import type { ListControl, Listed } from './search-list.js';

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
    const wire = createCaseClient(meter, `sweep@${collection.name}`);
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
