import type { Collection } from '../../../model/service/subject.js';
import type { RunContext } from '../../run-context.js';
import { learnNoiseThoroughly } from './learn-all-noise.js';

/**
 * Learns the noise of a collection again and more thoroughly, before a violation because of a change is reported.
 * Resolves to whether more noise was found. Each collection is learned again at most once in a run.
 */
export type NoiseRelearner = (collection: Pick<Collection, 'name'>) => Promise<boolean>;

/** Creates a relearner. New noise is stored in the run context. */
export function createNoiseRelearner(site: RunContext): NoiseRelearner {
  const begun = new Map<string, Promise<boolean>>();
  const learn = async (name: string): Promise<boolean> => {
    const collection = site.collections.find((one) => one.name === name);
    if (collection?.read === undefined) return false;
    const known = site.noise.get(name) ?? { volatile: [] };
    const { volatile, trouble } = await learnNoiseThoroughly(site, collection);
    const more = volatile.filter((pointer) => !known.volatile.includes(pointer));
    if (trouble === undefined) site.noise.set(name, { ...known, volatile: [...known.volatile, ...more] });
    return more.length > 0;
  };
  return ({ name }) => {
    const learning = begun.get(name) ?? learn(name);
    begun.set(name, learning);
    return learning;
  };
}
