import type { Ledger } from '../../../ledger/entry.js';
import type { LedgerBook } from '../../../ledger/open-ledger.js';
import type { Collection } from '../../../model/service/subject.js';
import { Doubt } from '../../../rule/finding.js';
import { cleanUp } from '../../cleanup/clean-up.js';
import type { Site } from '../../run-context.js';
import { wireOf } from '../../tools/case-client.js';
import { itemsOf } from '../../tools/items.js';
import { plainOf } from '../../trial/first-value.js';
import { layGround } from '../../trial/parents.js';
import { persist } from '../../trial/retry-setup.js';
import { readdress } from '../find-item-id.js';
import { learnNoise, type Noise } from './learn-noise.js';

/** Learns the noise of every collection that can be read, side by side and before anything else moves. */
export async function learnAll(
  site: Omit<Site, 'noise'>,
  book: LedgerBook,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Noise>> {
  const readable = site.collections.filter(({ read, name }) => read !== undefined && names.has(name));
  const learned = new Map<string, Noise>();
  for (let i = 0; i < readable.length; i += site.atOnce)
    await Promise.all(
      readable.slice(i, i + site.atOnce).map(async (one) => learned.set(one.name, await learnOne(site, book, one))),
    );
  return learned;
}

/** Learns the noise of one collection with more reads than usual. */
export const learnWell = (site: Omit<Site, 'noise'>, book: LedgerBook, collection: Collection): Promise<Noise> =>
  learnOne(site, book, collection, wellDose);

/** Reads at once of the twin that is read often, usually and where somebody would be accused. */
const usualDose = 4;
const wellDose = 10;

async function learnOne(
  site: Omit<Site, 'noise'>,
  book: LedgerBook,
  collection: Collection,
  dose = usualDose,
): Promise<Noise> {
  const ground = book.page();
  const ledger = book.page();
  try {
    const bound = (await persist(() => layGround(collection, site, ground))) as Collection;
    const learned = await learnAt(site, ledger, bound, { dose, isPastCaches: true });
    // Where a cache keeps for long what it knows, that is what everybody sees.
    return learned.isKept ? await learnAt(site, ledger, bound, { dose, isPastCaches: false }) : learned;
  } catch (error) {
    if (error instanceof Doubt) return { volatile: [], trouble: error.why };
    throw error;
  } finally {
    await cleanUp(ledger, site);
    await cleanUp(ground, site);
  }
}

async function learnAt(
  site: Omit<Site, 'noise'>,
  ledger: Ledger,
  collection: Collection,
  { dose, isPastCaches }: { readonly dose: number; readonly isPastCaches: boolean },
): Promise<Noise> {
  // What lags would pass for noise, and hide what is.
  const pace = collection.consistency.itemMs > 0 ? 'settled' : 'usual';
  const reading = { ...site.tempo.of(collection, pace), listPath: collection.path, isPastCaches };
  const wire = wireOf(site.meter, `noise@${collection.name}`, reading);
  const items = itemsOf({ ...site, collection, wire, ledger, restMs: 0 });
  const bodies = site.bodies.get(collection.name);
  const canMake = site.mayWrite && collection.create?.request !== undefined;
  const body = bodies && canMake ? await plainOf(bodies.body(), site.seed) : null;
  const canRemove = site.mayDelete && collection.remove !== undefined && collection.deletion.mode === 'hard';
  const learned = await learnNoise(items, body, { canMake, canRemove, dose });
  const lost = (learned.lost ?? []).map((item) => ({ item, exchange: item.made }));
  // Nothing may be removed by an address that is not its own: many services answer such a DELETE as if it were done.
  if (lost.length > 0) await readdress(collection, undefined, lost, { wire, ledger });
  return learned;
}
