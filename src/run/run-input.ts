import type { OpenClient } from '../http/client.js';
import type { KeptFile } from '../ledger/kept-items.js';
import type { LedgerOrigin } from '../ledger/lines.js';
import type { Purges } from '../ledger/purge-steps.js';
import type { RunLimits } from '../limits/run-limits.js';
import type { Json } from '../model/json.js';
import type { Permission } from '../model/permission.js';
import type { Profile } from '../model/profile/profile.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Trial } from '../model/result/plan.js';
import type { OperationScope } from '../model/service/operation.js';
import type { Collection, Dialect } from '../model/service/subject.js';
import type { RulesById } from '../rule/rules-by-id.js';
import type { ExchangeLog } from './passive/exchange-log.js';

type Limits = Profile['limits'];

/** What a run passes on to the meter of its requests. */
type MeterInput = Partial<Pick<RunLimits, 'signal' | 'begunAt' | 'process' | 'omitsUnusualOctets' | 'findStopReason'>>;

export interface RunInput extends MeterInput {
  /** The rules of the plan. */
  readonly rules: RulesById;
  readonly collections: readonly Collection[];
  /** The operations that the plan leaves out: unsafe ones by method and normalized path, and those outside of the user's scope. */
  readonly excluded?: { readonly operations: ReadonlySet<string>; readonly scope: OperationScope } | undefined;
  /** The entries that each list showed first, by collection name. */
  readonly seen?: ReadonlyMap<string, readonly Json[]> | undefined;
  /** Addresses beside the collections that GET can read without any value. */
  readonly views?: readonly string[] | undefined;
  /** Document in which `$ref`s of schemas resolve. */
  readonly document: Json | undefined;
  readonly client: OpenClient;
  readonly baseUrl: string;
  readonly permit: Permission;
  readonly dialect: Dialect;
  readonly limits: Pick<Limits, 'maxRequests' | 'maxSeconds' | 'concurrency' | 'cases'> &
    Partial<Pick<Limits, 'maxLive' | 'maxMade' | 'maxLeft'>>;
  /** Estimates how many requests one trial of a rule sends. */
  readonly estimateCost?: ((rule: string) => number) | undefined;
  readonly seed: number;
  /** fast-check path of one case to run; for a plan with one trial. */
  readonly path?: string | undefined;
  /** The case of a passive rule to repeat, as its evidence shows it. */
  readonly replayed?: Json | undefined;
  /** Everything that was exchanged with the service, the survey included. */
  readonly log?: ExchangeLog | undefined;
  /** Whether created items are removed; true when absent. */
  readonly cleanup?: boolean | undefined;
  readonly ledgerFile?: string | undefined;
  /** The file that keeps what others have while the run writes; in memory only when absent. */
  readonly kept?: KeptFile | undefined;
  /** The origin of the run, for the first line of the ledger. */
  readonly ledgerOrigin?: LedgerOrigin | undefined;
  /** Requests to send after DELETE, by collection name. */
  readonly purges?: Purges | undefined;
  /** Whether the service runs on another machine, where few items may be left over. */
  readonly isForeign?: boolean | undefined;
  /** Returns why nothing more may be created because a file of the run cannot be written. */
  readonly trouble?: (() => string | undefined) | undefined;
  /** Maximum time of a trial without an exchange, in milliseconds. */
  readonly idleMs?: number | undefined;
  readonly onBegin?: ((trial: Trial, of: number) => void) | undefined;
  readonly onOutcome?: ((outcome: Outcome, done: number, of: number) => void) | undefined;
}

/** Maximum number of items in a collection on another host that cannot be removed. */
const maxLeftovers = 25;

/** How many items of a collection may stay. Items that the run leaves on purpose are not limited here. */
export const getMaxLeft = ({ limits, isForeign, cleanup }: RunInput): number | undefined =>
  cleanup === false ? undefined : (limits.maxLeft ?? (isForeign ? maxLeftovers : undefined));

/** The most items that one case creates anywhere. */
export const usualMaxItems = 31;

/** One more than the largest page that a run fills: on this machine, and where it may send floods. */
const maxItemsHere = 101;
const maxItemsOfFloods = 1_001;

/**
 * The most items that one case may create where items can be removed: pages up to 100 entries are filled on this machine,
 * up to 1,000 with the permission `floods`.
 */
export function computeMaxItems({ permit, isForeign, cleanup, limits }: RunInput): number {
  const { maxLive = Number.POSITIVE_INFINITY } = limits;
  const mayFill = cleanup !== false && (permit === 'floods' || (permit === 'deletes' && isForeign !== true));
  const most = !mayFill ? usualMaxItems : permit === 'floods' ? maxItemsOfFloods : maxItemsHere;
  return Math.max(usualMaxItems, Math.min(most, maxLive));
}

/** Number of items that one trial usually needs at once. */
const itemsPerTrial = 8;

/** How many trials may run in parallel, so that each has room for its items. */
export const computeParallelTrials = ({ maxLive = Number.POSITIVE_INFINITY }: RunInput['limits']): number =>
  Math.max(1, Math.floor(maxLive / itemsPerTrial));

/**
 * The parents of a trial exist as long as the trial runs and do not wait for the live quota, so fewer trials may run in
 * parallel.
 */
export const computeConcurrency = (collections: readonly Collection[], limits: RunInput['limits']): number =>
  collections.some(({ parents }) => parents.length > 0)
    ? Math.min(limits.concurrency, computeParallelTrials(limits))
    : limits.concurrency;

/** The most steps of one kind that a run takes at once: a page of 100 items and one more are created or removed in three times. */
const mostAtOnce = 34;

/**
 * How many independent steps of one kind are taken at once: as many as there may be requests of the checks that run side by side.
 * One where they run one after the other.
 */
export const computeMaxAtOnce = ({ concurrency }: RunInput['limits']): number =>
  concurrency === 1 ? 1 : Math.min(2 * concurrency + 2, mostAtOnce);
