import type { LedgerScope } from '../../../ledger/entry.js';
import type { RunLedger } from '../../../ledger/open-ledger.js';
import type { Collection } from '../../../model/service/subject.js';
import { InconclusiveError } from '../../../rule/finding.js';
import { cleanUp } from '../../cleanup/clean-up.js';
import { createParents } from '../../parents/create-parents.js';
import type { RunContext } from '../../run-context.js';
import { createCaseClient } from '../../tools/case-client.js';
import { createItems } from '../../tools/items.js';
import { drawFirstValue } from '../../trial/first-value.js';
import { retrySetup } from '../../trial/retry-setup.js';
import { createConditionalClient } from '../../writes/conditional-client.js';
import { findItemId } from '../find-item-id.js';
import { learnNoise, type Noise } from './learn-noise.js';

/** Learns the noise of every readable collection, in parallel and before any other request. */
export async function learnAllNoise(
  site: Omit<RunContext, 'noise'>,
  book: RunLedger,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Noise>> {
  const readable = site.collections.filter(({ read, name }) => read !== undefined && names.has(name));
  const learned = new Map<string, Noise>();
  for (let i = 0; i < readable.length; i += site.maxParallel)
    await Promise.all(
      readable
        .slice(i, i + site.maxParallel)
        .map(async (one) => learned.set(one.name, await learnCollectionNoise(site, book, one))),
    );
  return learned;
}

/** Learns the noise of one collection with more reads than usual. */
export const learnNoiseThoroughly = (
  site: Omit<RunContext, 'noise'>,
  book: RunLedger,
  collection: Collection,
): Promise<Noise> => learnCollectionNoise(site, book, collection, thoroughReads);

/**
 * Parallel reads of the item that is read often: the usual number, and the number used before a violation is reported.
 */
const usualReads = 4;
const thoroughReads = 10;

async function learnCollectionNoise(
  site: Omit<RunContext, 'noise'>,
  book: RunLedger,
  collection: Collection,
  mostReads = usualReads,
): Promise<Noise> {
  const ground = book.openScope();
  const ledger = book.openScope();
  try {
    const bound = (await retrySetup(() => createParents(collection, site, ground))) as Collection;
    const learned = await learnNoiseInScope(site, ledger, bound, { mostReads, isPastCaches: true });
    // When a cache keeps content for long, every client sees that content.
    return learned.isKept ? await learnNoiseInScope(site, ledger, bound, { mostReads, isPastCaches: false }) : learned;
  } catch (error) {
    if (error instanceof InconclusiveError) return { volatile: [], trouble: error.why };
    throw error;
  } finally {
    await cleanUp(ledger, site);
    await cleanUp(ground, site);
  }
}

async function learnNoiseInScope(
  site: Omit<RunContext, 'noise'>,
  ledger: LedgerScope,
  collection: Collection,
  { mostReads, isPastCaches }: { readonly mostReads: number; readonly isPastCaches: boolean },
): Promise<Noise> {
  // A read lag would look like noise, and would hide real noise.
  const pace = collection.consistency.itemMs > 0 ? 'settled' : 'usual';
  const reading = { ...site.readDelays.getDelay(collection, pace), listPath: collection.path, isPastCaches };
  const wire = createConditionalClient(createCaseClient(site.meter, `noise@${collection.name}`, reading), site.meter);
  const items = createItems({ ...site, collection, wire, ledger, restMs: 0 });
  const bodies = site.bodies.get(collection.name);
  const canMake = site.mayWrite && collection.create?.request !== undefined;
  const body = bodies && canMake ? await drawFirstValue(bodies.body(), site.seed) : null;
  const canRemove = site.mayDelete && collection.remove !== undefined && collection.deletion.mode === 'hard';
  const learned = await learnNoise(items, body, { canMake, canRemove, mostReads });
  const lost = (learned.lost ?? []).map((item) => ({ item, exchange: item.createdBy }));
  // Nothing may be removed by a wrong address: many services report success for such a DELETE.
  if (lost.length > 0) await findItemId(collection, undefined, lost, { wire, ledger });
  return learned;
}
