import { pause } from '../../../model/clock.js';
import type { Collection } from '../../../model/service/subject.js';
import { aloneInRun, besideOthers } from '../../schedule/claim.js';
import type { ClaimHolder } from '../../schedule/claim-queue.js';
import type { Noise } from '../../service-model.js';
import { ifInconclusive } from '../../trial/retry-setup.js';
import { tickMs } from './learn-noise.js';

/** What remains of learning noise when a clock tick is over. */
export interface RestOfNoise {
  /** Whether an item that was left alone is as before the tick. */
  readonly isUnchanged: () => Promise<boolean>;
  /** Removes the items. */
  readonly remove: () => Promise<void>;
}

/** Creates the rest of learning the noise of one collection; `learnAlone` learns it from the start. */
export function createUnfinishedNoise(collection: Collection, rest: RestOfNoise, learnAlone: () => Promise<Noise>) {
  let reading: Promise<boolean> | undefined;
  const removals = [rest.remove];
  const read = () => {
    // Another request may have changed the item: that only means that its noise is not known yet.
    reading ??= rest
      .isUnchanged()
      .catch(ifInconclusive(() => false))
      .finally(() => Promise.all(removals.map((remove) => remove())));
    return reading;
  };
  return {
    collection,
    /** Resolves when the clock tick is over. */
    ready: pause(tickMs),
    /** Reads the item again and removes it, unless that was begun before. */
    async finishReading(): Promise<void> {
      await read();
    },
    /**
     * Finishes reading. Where the item changed, learns the noise from the start, with nothing beside it. Resolves to that
     * noise; undefined where there is none, as was thought.
     */
    async finish(holder: ClaimHolder): Promise<Noise | undefined> {
      // What runs alone would count the removal as a change.
      const isUnchanged = await holder.within(besideOthers, read);
      if (isUnchanged) return undefined;
      const noise = await holder.within(aloneInRun, learnAlone);
      return noise.volatile.length === 0 && noise.trouble === undefined ? undefined : noise;
    },
    /** Removes what else was created together with the items of the noise; at once where these are being removed already. */
    async removeToo(remove: () => Promise<void>): Promise<void> {
      if (reading === undefined) removals.push(remove);
      else await remove();
    },
  };
}

export type UnfinishedNoise = ReturnType<typeof createUnfinishedNoise>;
