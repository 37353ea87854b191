import type { Trial } from '../../../model/result/plan.js';
import { listSubjectCollections } from '../../../model/service/subject-collections.js';
import type { RunContext } from '../../run-context.js';
import type { SideTask } from '../../schedule/side-task.js';
import type { UnfinishedNoise } from './unfinished-noise.js';

/** Noise that is not known yet; `isFound` resolves to whether it is other than what the trials know. */
interface OpenNoise {
  readonly name: string;
  readonly isFound: Promise<boolean>;
}

/** Creates what finishes the noise of a run. What is found is stored in the run context. */
export function createNoiseWait(
  { noise, turns, meter }: Pick<RunContext, 'noise' | 'turns' | 'meter'>,
  unfinished: readonly UnfinishedNoise[] = [],
) {
  const open = new Set<OpenNoise>();
  const watched = new Map<Trial, readonly OpenNoise[]>();
  const createSideTask = ({ collection, ready, finish }: UnfinishedNoise): SideTask => {
    const { name } = collection;
    let resolve = (_isFound: boolean) => {};
    const isFound = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    const one = { name, isFound };
    open.add(one);
    const go = async () => {
      const found = await finish(turns);
      open.delete(one);
      // When the run is over, nothing can run again: the outcomes that there are count.
      const isOver = meter.end() !== undefined;
      const volatile = [...new Set([...(noise.get(name)?.volatile ?? []), ...(found?.volatile ?? [])])];
      if (found && !isOver) noise.set(name, { ...noise.get(name), ...found, volatile });
      resolve(found !== undefined && !isOver);
    };
    return { collection, ready, go: () => go().finally(() => resolve(false)) };
  };
  const sideTasks = unfinished.map(createSideTask);
  return {
    /** What finishes the noise. */
    sideTasks,
    /** Records what is unknown when a trial begins. Returns false where the trial began before. */
    watch(trial: Trial): boolean {
      const isFirst = !watched.has(trial);
      const names = listSubjectCollections(trial.subject);
      watched.set(
        trial,
        [...open].filter(({ name }) => names.includes(name)),
      );
      return isFirst;
    },
    /**
     * Resolves to whether a trial that has ended must run again, because its collections have noise that was unknown when it began;
     * undefined where it was known.
     */
    mustRepeat(trial: Trial): Promise<boolean> | undefined {
      const waits = watched.get(trial) ?? [];
      if (waits.length === 0) return undefined;
      return Promise.all(waits.map(({ isFound }) => isFound)).then((found) => found.includes(true));
    },
  };
}
