import type { OpenClient } from '../http/client.js';
import type { RunLedger } from '../ledger/open-ledger.js';
import type { Purges } from '../ledger/purge-steps.js';
import type { RequestMeter } from '../limits/request-meter.js';
import type { Json } from '../model/json.js';
import type { Dialect } from '../model/service/subject.js';
import type { RulesById } from '../rule/rules-by-id.js';
import type { SharedObservations } from './address/shared-observations.js';
import type { Creations } from './items/creations.js';
import type { SharedParents } from './items/shared-parents.js';
import type { EarnedWrites } from './others/earned-writes.js';
import type { OthersWatch } from './others/watch-others.js';
import type { ReadDelays } from './read-delay.js';
import type { ClaimQueue } from './schedule/claim-queue.js';
import type { ServiceModel } from './service-model.js';
import type { SingleKeeper } from './singles/single-keeper.js';

/** What all trials of a run share. */
export interface RunContext {
  /** What is known of the service when a trial begins; a newer version is given to later trials. */
  readonly model: ServiceModel;
  /** The rules of the plan. */
  readonly rules: RulesById;
  readonly client: OpenClient;
  readonly meter: RequestMeter;
  /** What the run created and must remove. */
  readonly runLedger: RunLedger;
  readonly readDelays: ReadDelays;
  /** Collections with at least one decided case. */
  readonly decidedCollections: Set<string>;
  readonly addressing: Creations;
  /** What was seen to harm no others, what others have, and the meter of requests that are sent again. */
  readonly writes: {
    readonly earned: EarnedWrites;
    readonly watch: OthersWatch;
    readonly repeating: RequestMeter;
  };
  /** The single resources that cases change, and that are restored after each case. */
  readonly singles: SingleKeeper;
  readonly baseUrl: string;
  /** The marker in everything that this run creates; new in each run. */
  readonly runMark: string;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  /** Whether a request that may stop the service may be sent again. */
  readonly mayStopService: boolean;
  readonly cleanup: boolean;
  readonly purges?: Purges | undefined;
  /** Whether a write to this item was refused, and nothing has read the item since. */
  readonly isEffectOpen?: (path: string) => boolean;
  /** Observations that several rules judge, by address and name, and the trials that used them. */
  readonly observations: SharedObservations;
  /** The items above addresses that trials under way share. */
  readonly sharedParents: SharedParents;
  /** Decides what may be under way at the same time. */
  readonly queue: ClaimQueue;
  readonly dialect: Dialect;
  readonly document: Json | undefined;
  readonly seed: number;
  readonly path: string | undefined;
  /** The case of a passive rule to repeat, as its evidence shows it. */
  readonly replayed?: Json | undefined;
  readonly cases: number;
  /** The most items that one case may create where items can be removed. */
  readonly maxItems: number;
  /** Number of collections whose noise may be learned in parallel. */
  readonly maxParallel: number;
  /** Whether checks run side by side, and the limit of existing items leaves room for one more. */
  readonly hasSpareRoom: boolean;
  /** How many independent steps of one kind are taken at once: removals of a case, actions that are probed. */
  readonly maxAtOnce: number;
  /** Addresses beside the collections that GET can read without any value. */
  readonly views?: readonly string[] | undefined;
  /** Estimates how many requests one trial of a rule sends. */
  readonly estimateCost?: ((rule: string) => number) | undefined;
}
