import fc from 'fast-check';
import type { Arbitrary, Collection, Json } from '../rule/index.js';
import { cleanUp } from './cleanup.js';
import { itemsOf } from './items.js';
import type { LedgerBook } from './ledger.js';
import { learnNoise, type Noise } from './noise.js';
import { corneredProperty } from './property.js';
import type { Site } from './site.js';
import { wireOf } from './wire.js';

/** Learns the noise of every collection that can be read, side by side and before anything else moves. */
export async function learnAll(
  site: Omit<Site, 'noise'>,
  book: LedgerBook,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Noise>> {
  const readable = site.collections.filter(({ read, name }) => read !== undefined && names.has(name));
  const learned = await Promise.all(readable.map((collection) => learnOne(site, book, collection)));
  return new Map(readable.map(({ name }, i) => [name, learned[i] ?? { volatile: [] }]));
}

async function learnOne(site: Omit<Site, 'noise'>, book: LedgerBook, collection: Collection): Promise<Noise> {
  const ledger = book.page();
  const items = itemsOf({
    ...site,
    collection,
    wire: wireOf(site.meter, `noise@${collection.name}`),
    ledger,
    restMs: 0,
  });
  const bodies = site.bodies.get(collection.name);
  const canMake = site.mayWrite && collection.create?.request !== undefined;
  const body = bodies && canMake ? await plainOf(bodies.body(), site.seed) : null;
  const canRemove = site.mayDelete && collection.remove !== undefined && collection.deletion.mode === 'hard';
  const noise = await learnNoise(items, body, canMake, canRemove);
  await cleanUp(ledger, site);
  return noise;
}

/** The first value a trial would draw: an ordinary one. */
async function plainOf(drawn: Arbitrary<Json>, seed: number): Promise<Json> {
  let plain: Json = null;
  const property = corneredProperty(drawn, async (value) => {
    plain = value;
    return true;
  });
  await fc.check(property, { seed, numRuns: 1 });
  return plain;
}
