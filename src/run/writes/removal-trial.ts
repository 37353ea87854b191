import { hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Creation, Item } from '../../rule/items.js';
import { isRemovedWithParent } from '../cleanup/remove-item.js';
import type { CreationRecord, RemovalTrial } from '../items/collection-state.js';
import type { Identity } from '../items/identity.js';
import type { ItemSetting } from '../items/item-handle.js';
import { listItems } from '../items/lists.js';

/** Creates an item as a control. */
export type ControlCreation = (body: Json) => Promise<CreationRecord & { readonly creation: Creation }>;

/** How the removal of items, and creations after failures, are tried in a collection. */
export function createRemovalTrial(setting: ItemSetting, body: Json, post: ControlCreation): RemovalTrial {
  const { addressing, collection } = setting;
  const create = async (tried: Json) => {
    const made = await post(tried);
    const isMade = made.creation.item !== undefined;
    addressing.recordCreation(collection.name, { n: made.n, status: made.status, isMade });
    return made;
  };
  return {
    async tryRemoval() {
      // Items that go with the item above need no DELETE of their own.
      if (setting.mayDelete && isRemovedWithParent(collection)) addressing.recordRemoved(collection.name);
      // Where nothing names DELETE, an item for this trial would only be one more that cannot be removed.
      if (!setting.mayDelete || !(collection.remove || addressing.of(collection.name).isDeleteAllowed)) return true;
      const { creation, known } = await create(addressing.of(collection.name).workingBody ?? body);
      if (creation.item === undefined) return false;
      if (known === 'by answer') addressing.of(collection.name).isAddressed = true;
      await removeCreated(setting, creation, creation.item);
      return true;
    },
    async repeatWorking() {
      const working = addressing.of(collection.name).workingBody;
      return working === undefined ? undefined : (await create(working)).status;
    },
  };
}

/** Reads and removes the created item; its handle records a removal that worked. */
async function removeCreated(setting: ItemSetting, creation: Creation, item: Item): Promise<void> {
  const { addressing, collection } = setting;
  if (collection.read) await item.get();
  const removed = await item.delete();
  if (hasStatus(removed, 2)) {
    addressing.of(collection.name).removedId = item.id;
    return;
  }
  // A service that stores nothing has nothing to remove. What stays is counted when the cleanup cannot remove it, either.
  const isLost = hasStatus(removed, 404, 410) && !(await isListed(setting, creation as Creation & Identity));
  if (isLost) addressing.recordRemoved(collection.name);
}

async function isListed(setting: ItemSetting, { mark, sent }: Creation & Identity): Promise<boolean> {
  if (setting.collection.list === undefined || !JSON.stringify(sent).includes(mark)) return true;
  const { entries, isWhole } = await listItems(setting);
  return !isWhole || entries.some((entry) => JSON.stringify(entry).includes(mark));
}
