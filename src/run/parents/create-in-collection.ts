import { isFound } from '../../rule/compare/found-item.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { CreatedItem, PlacedItem } from '../../rule/tools.js';
import { bindParents, createOrTake, type Maker, type SetupContext } from './create-parents.js';

/**
 * Creates an item of a collection, and the items above it that it needs and `above` does not have. Throws {@link InconclusiveError}
 * where none can be created: items that exist are never taken, because they may belong to another client.
 */
export async function createInCollection(
  name: string,
  site: SetupContext,
  make: Maker,
  above: readonly PlacedItem[] = [],
): Promise<CreatedItem> {
  const collection = site.model.collections.find((other) => other.name === name);
  if (collection === undefined) throw new InconclusiveError('setup', `the collection ${name} is not known`);
  const create = async (shared: readonly PlacedItem[]): Promise<CreatedItem> => {
    const { bound, isShared } = await bindParents(collection, site, make, { place: 1, above: shared });
    const item = await createOrTake(bound, site, make(bound), 0);
    if (isFound(item)) throw new InconclusiveError('setup', `no item of ${name} could be created`);
    return { item, of: bound, isShared };
  };
  if (above.length === 0) return create([]);
  // An item may have one of another collection only.
  return create(above).catch((error: unknown) => {
    const isRefused = error instanceof InconclusiveError && (error.reason === 'setup' || error.reason === 'refused');
    return isRefused ? create([]) : Promise.reject(error);
  });
}
