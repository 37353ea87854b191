import type { Caller } from '../../model/service/caller.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import type { SetupItems } from '../tools/items.js';
import { bindParents, createOrTake, type Maker, type SetupContext } from './create-parents.js';

/**
 * Creates an item of a collection as another caller, and the items above it that it needs. They are entered in the ledger with that
 * caller, who removes them. Throws {@link InconclusiveError} where the caller cannot create one: items that exist are never taken,
 * because they may belong to another client.
 */
export async function createAsCaller(caller: Caller, name: string, site: SetupContext, make: Maker): Promise<Item> {
  const collection = site.model.collections.find((other) => other.name === name);
  if (collection === undefined) throw new InconclusiveError('setup', `the collection ${name} is not known`);
  const makeAs: Maker = (of) => restrictToCaller(caller, of, make(of));
  const { bound } = await bindParents(collection, site, makeAs);
  return createOrTake(bound, site, makeAs(bound), 0);
}

/** A generated body may refer to items that only the usual caller has; then only what is required is sent. */
function restrictToCaller(as: Caller, collection: Collection, items: SetupItems): SetupItems {
  return {
    ...items,
    create: async (body, making) => {
      const { item } = await items.post(body, { ...making, as });
      return item ?? items.create(body, { ...making, as, isMinimal: true });
    },
    findListed: () => Promise.reject(new InconclusiveError('setup', `the other caller created no ${collection.name}`)),
  };
}
