import type { Trial } from '../../../model/result/plan.js';
import { listSubjectCollections } from '../../../model/service/subject-collections.js';
import type { RunContext } from '../../run-context.js';
import type { SideTask } from '../../schedule/trial-place.js';
import { type Noise, type ServiceModel, setNoise } from '../../service-model.js';
import { learnNoiseThoroughly, type UnfinishedNoise } from './learn-noise.js';

/** Noise that is not known yet; `isFound` resolves to whether it is other than what the trials know. */
interface OpenNoise {
  readonly name: string;
  readonly isFound: Promise<boolean>;
}

type OpenLearning = Pick<UnfinishedNoise, 'collection' | 'ready' | 'finish'>;

/** Learns noise while the trials of a run are under way. Each version of the model that follows is for trials that begin later. */
export class NoiseLearning {
  #newest: ServiceModel;
  /** What finishes the noise that is not known yet. */
  readonly sideTasks: readonly SideTask[];
  readonly #open = new Set<OpenNoise>();
  readonly #watched = new Map<Trial, readonly OpenNoise[]>();
  readonly #relearned = new Map<string, Promise<void>>();

  constructor(
    private readonly site: RunContext,
    unfinished: readonly OpenLearning[] = [],
  ) {
    this.#newest = site.model;
    this.sideTasks = unfinished.map((one) => this.#createSideTask(one));
  }

  /** The newest version. */
  get model(): ServiceModel {
    return this.#newest;
  }

  /** Records what is unknown when a trial begins. Returns false where the trial began before. */
  watch(trial: Trial): boolean {
    const isFirst = !this.#watched.has(trial);
    const names = listSubjectCollections(trial.subject);
    const open = [...this.#open].filter(({ name }) => names.includes(name));
    this.#watched.set(trial, open);
    return isFirst;
  }

  /**
   * Resolves to whether a trial that has ended must run again, because its collections have noise that was unknown when it began;
   * undefined where it was known.
   */
  mustRepeat(trial: Trial): Promise<boolean> | undefined {
    const waits = this.#watched.get(trial) ?? [];
    if (waits.length === 0) return undefined;
    return Promise.all(waits.map(({ isFound }) => isFound)).then((found) => found.includes(true));
  }

  /**
   * Learns the noise of a collection more thoroughly, before a violation because of a change is reported; at most once in a run.
   * Resolves to the version with more noise than `known` has; undefined where there is none.
   */
  async relearn(name: string, known: ServiceModel): Promise<ServiceModel | undefined> {
    const learning = this.#relearned.get(name) ?? this.#learnAgain(name);
    this.#relearned.set(name, learning);
    await learning;
    const count = ({ noise }: ServiceModel) => noise.get(name)?.volatile.length ?? 0;
    return count(this.#newest) > count(known) ? this.#newest : undefined;
  }

  async #learnAgain(name: string): Promise<void> {
    const collection = this.#newest.collections.find((one) => one.name === name);
    if (collection?.read === undefined) return;
    const { volatile, trouble } = await learnNoiseThoroughly({ ...this.site, model: this.#newest }, collection);
    if (trouble === undefined) this.#add(name, { volatile });
  }

  #createSideTask(learning: OpenLearning): SideTask {
    const { collection, ready } = learning;
    const { name } = collection;
    let resolve = (_isFound: boolean) => {};
    const isFound = new Promise<boolean>((settle) => {
      resolve = settle;
    });
    const one = { name, isFound };
    this.#open.add(one);
    const go = async () => {
      try {
        const found = await learning.finish(this.site.queue.open());
        this.#open.delete(one);
        // When the run is over, nothing can run again: the outcomes that there are count.
        const isNews = found !== undefined && this.site.meter.end() === undefined;
        if (isNews) this.#add(name, found);
        resolve(isNews);
      } finally {
        resolve(false);
      }
    };
    return { collection, ready, go };
  }

  #add(name: string, found: Noise): void {
    const known = this.#newest.noise.get(name);
    const volatile = [...new Set([...(known?.volatile ?? []), ...found.volatile])];
    this.#newest = setNoise(this.#newest, name, { ...known, ...found, volatile });
  }
}
