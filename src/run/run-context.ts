import type { LiveQuota } from '../ledger/live-quota.js';
import type { RunLedger } from '../ledger/open-ledger.js';
import type { RequestMeter } from '../limits/request-meter.js';
import type { ObservedExchange } from '../model/observed-exchange.js';
import type { Creations } from './items/creations.js';
import type { EarnedContent } from './others/earned-content.js';
import type { OthersWatch } from './others/watch-others.js';
import type { RunInput } from './run-input.js';
import type { ClaimQueue } from './schedule/claim-queue.js';
import type { ServiceModel } from './service-model.js';
import type { SingleKeeper } from './singles/single-keeper.js';
import type { SharedState } from './trial/shared-state.js';

type GivenSettings = Pick<
  RunInput,
  'rules' | 'client' | 'baseUrl' | 'purges' | 'dialect' | 'document' | 'seed' | 'replayed' | 'views' | 'estimateCost'
>;

/** Permissions, limits and choices of a run; none of them changes. */
export interface RunSettings extends GivenSettings {
  /** The marker in everything that this run creates; new in each run. */
  readonly runMark: string;
  readonly mayWrite: boolean;
  readonly mayDelete: boolean;
  /** Whether a request that may stop the service may be sent again. */
  readonly mayStopService: boolean;
  /** Whether created items are removed: the profile may forbid it. */
  readonly cleanup: boolean;
  readonly path: string | undefined;
  readonly cases: number;
  /** The most items that one case may create where items can be removed. */
  readonly maxItems: number;
  /** Number of collections whose noise may be learned in parallel. */
  readonly maxParallel: number;
  /** Whether checks run side by side, and the limit of existing items leaves room for one more. */
  readonly hasSpareRoom: boolean;
  /** How many independent steps of one kind are taken at once: removals of a case, actions that are probed. */
  readonly maxAtOnce: number;
}

export interface RunStores {
  readonly runLedger: RunLedger;
  /** The quota of items existing at once. */
  readonly quota: LiveQuota;
  readonly addressing: Creations;
  /** What was seen to harm no others, what others have, and the meter of requests that are sent again. */
  readonly writes: {
    readonly earned: EarnedContent;
    readonly watch: OthersWatch;
    readonly repeating: RequestMeter;
  };
  /** The single resources that cases change, and that are restored after each case. */
  readonly singles: SingleKeeper;
  readonly queue: ClaimQueue;
  /** What trials tell each other. */
  readonly shared: SharedState;
}

export interface RunContext extends RunSettings, RunStores {
  /** What is known of the service when a trial begins; a newer version is given to later trials. */
  readonly model: ServiceModel;
  readonly meter: RequestMeter;
  /** Returns all writes of the run so far, in the order in which they ended. */
  readonly listWrites: () => readonly ObservedExchange[];
  /** Whether a write to this item was refused, and nothing has read the item since. */
  readonly isEffectOpen?: (path: string) => boolean;
}
