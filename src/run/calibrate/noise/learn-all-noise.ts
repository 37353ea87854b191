import type { LedgerScope } from '../../../ledger/entry.js';
import type { Collection } from '../../../model/service/subject.js';
import { InconclusiveError } from '../../../rule/finding.js';
import { cleanUp } from '../../cleanup/clean-up.js';
import { createCaseClient } from '../../items/case-client.js';
import { createItems } from '../../items/items.js';
import { createParents } from '../../items/parents.js';
import type { RunContext } from '../../run-context.js';
import type { Noise } from '../../service-model.js';
import { drawFirstValue } from '../../trial/boundary-property.js';
import { retrySetup } from '../../trial/retry-setup.js';
import { createConditionalClient } from '../../writes/conditional-client.js';
import { findItemId } from '../find-item-id.js';
import { type BegunNoise, learnNoise } from './learn-noise.js';
import { createUnfinishedNoise, type RestOfNoise, type UnfinishedNoise } from './unfinished-noise.js';

/**
 * Learns the noise of every readable collection, in parallel and before any other request. Where it shows none at first, and cases
 * run side by side, the wait for a clock tick is left for later.
 */
export async function learnAllNoise(site: RunContext, names: ReadonlySet<string>) {
  const readable = site.model.collections.filter(({ read, name }) => read !== undefined && names.has(name));
  const noise = new Map<string, Noise>();
  const unfinished: UnfinishedNoise[] = [];
  const mayFinishLater = site.hasSpareRoom && readable.length <= site.maxAtOnce;
  for (let i = 0; i < readable.length; i += site.maxParallel)
    await Promise.all(
      readable.slice(i, i + site.maxParallel).map(async (one) => {
        const learned = await learnCollectionNoise(site, one, { mostReads: usualReads, mayFinishLater });
        const { rest, ...known } = learned;
        noise.set(one.name, known);
        if (rest) unfinished.push(createUnfinishedNoise(one, rest, () => learnCollectionNoise(site, one)));
      }),
    );
  return { noise, unfinished };
}

/** Learns the noise of one collection with more reads than usual. */
export const learnNoiseThoroughly = (site: RunContext, collection: Collection): Promise<Noise> =>
  learnCollectionNoise(site, collection, { mostReads: thoroughReads });

/**
 * Parallel reads of the item that is read often: the usual number, and the number used before a violation is reported.
 */
const usualReads = 4;
const thoroughReads = 10;

async function learnCollectionNoise(
  site: RunContext,
  collection: Collection,
  options: LearnCollectionOptions = { mostReads: usualReads },
): Promise<Noise & { readonly rest?: RestOfNoise }> {
  const setupScope = site.runLedger.openScope();
  const ledger = site.runLedger.openScope();
  const remove = async () => {
    await cleanUp(ledger, site);
    await cleanUp(setupScope, site);
  };
  let isOpen = false;
  try {
    const bound = (await retrySetup(() => createParents(collection, site, setupScope))) as Collection;
    const first = await learnNoiseInScope(site, ledger, bound, { ...options, isPastCaches: true });
    // When a cache keeps content for long, every client sees that content.
    const learned = first.isKept
      ? await learnNoiseInScope(site, ledger, bound, { ...options, isPastCaches: false })
      : first;
    const { isUnchanged, ...noise } = learned;
    isOpen = isUnchanged !== undefined;
    return { ...noise, ...(isUnchanged && { rest: { isUnchanged, remove } }) };
  } catch (error) {
    if (error instanceof InconclusiveError) return { volatile: [], trouble: error.why };
    throw error;
  } finally {
    if (!isOpen) await remove();
  }
}

/** How the noise of one collection is learned. */
interface LearnCollectionOptions {
  readonly mostReads: number;
  /** Whether the last read may be left for later. */
  readonly mayFinishLater?: boolean;
}

async function learnNoiseInScope(
  site: RunContext,
  ledger: LedgerScope,
  collection: Collection,
  { mostReads, mayFinishLater = false, isPastCaches }: LearnCollectionOptions & { readonly isPastCaches: boolean },
): Promise<BegunNoise> {
  // A read lag would look like noise, and would hide real noise.
  const pace = collection.consistency.itemMs > 0 ? 'settled' : 'usual';
  const reading = { ...site.shared.getReadDelay(collection, pace), listPath: collection.path, isPastCaches };
  const wire = createConditionalClient(createCaseClient(site.meter, `noise@${collection.name}`, reading), site.meter);
  const items = createItems({ ...site, collection, wire, ledger, restMs: 0 });
  const bodies = site.model.bodies.get(collection.name);
  const canMake = site.mayWrite && collection.create?.request !== undefined;
  const body = bodies && canMake ? await drawFirstValue(bodies.body(), site.seed) : null;
  const canRemove = site.mayDelete && collection.remove !== undefined && collection.deletion.mode === 'hard';
  const maxAtOnce = mayFinishLater && pace === 'usual' && canRemove && site.cleanup ? site.maxAtOnce : 1;
  const isReusingIds = () => (canRemove ? site.addressing.of(collection.name).isReusingIds : undefined);
  const learned = await learnNoise(items, body, { canMake, canRemove, mostReads, maxAtOnce, isReusingIds });
  const lost = (learned.lost ?? []).map((item) => ({ item, exchange: item.createdBy }));
  // Nothing may be removed by a wrong address: many services report success for such a DELETE.
  if (lost.length > 0) await findItemId(collection, undefined, lost, { wire, ledger });
  return learned;
}
