import type { LedgerScope } from '../../ledger/scope.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { clock } from '../../model/clock.js';
import type { Trial } from '../../model/result/plan.js';
import type { Collection } from '../../model/service/subject.js';
import { getCollection } from '../../model/service/subject-collections.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import { getRule } from '../../rule/rules-by-id.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { findUnnamedItems } from '../cleanup/unknown-outcomes.js';
import { fillPlaces } from '../items/item-address.js';
import { createParents, tryBinding } from '../items/parents.js';
import type { RunContext } from '../run-context.js';
import { besideOthers } from '../schedule/claim.js';
import type { ClaimHolder } from '../schedule/claim-queue.js';
import { getSubjectCollection } from './case-context.js';
import { retrySetup, setUpWithQuota } from './retry-setup.js';
import { cleanUpCase, OpenCases } from './run-case.js';
import { type DriverOptions, TrialDriver } from './trial-driver.js';
import { nothingTried, type TrialOutcome } from './trial-outcome.js';
import type { TrialSettings } from './trial-steps.js';

export interface TryTrialOptions extends Pick<DriverOptions, 'noise' | 'place'>, Pick<TrialSettings, 'unrepeated'> {
  /** Maximum time of a trial without an exchange, in milliseconds. */
  readonly idleMs: number;
}

/** Runs one trial. Its created items are in ledger scopes: one for each case, one for the parents of all cases. */
export async function tryTrial(
  trial: Trial,
  site: RunContext,
  { idleMs, unrepeated, ...options }: TryTrialOptions,
): Promise<TrialOutcome> {
  const setupScope = site.runLedger.openScope();
  const open = new OpenCases(site.runLedger);
  const holder = site.queue.open();
  const watchdog = createWatchdog(site.meter, holder, idleMs);
  const watched = { ...site, meter: watchdog.meter, addressing: site.addressing.watchedBy((go) => holder.wait(go())) };
  const stopsBefore = site.meter.outages.countOutages();
  let isDecided = false;
  let leave = async () => {};
  try {
    const bound = await bindSubject(trial, { site, setupScope, holder });
    leave = bound.leave;
    const { subject } = bound;
    const outcome = await watchdog.watch(
      new TrialDriver({ ...trial, subject }, watched, {
        ...options,
        parentScope: setupScope,
        open,
        holder,
        parents: { unbound: trial.subject, shared: subject, stopsBefore, hasHelped: undefined },
      }).decide(unrepeated),
    );
    if (outcome.cases > 0) site.shared.recordDecided(getSubjectCollection(trial.subject));
    isDecided = true;
    return { ...outcome, trial };
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    return { trial, verdict: 'inconclusive', cause: error.reason, why: error.why, ...nothingTried };
  } finally {
    // An aborted case ends none of its claims, and others may wait for these.
    const aborted = open.takeAborted();
    if (!isDecided) holder.close();
    // Once it has left, cases of others may wait for its removals, so these must not wait for such a case.
    await site.queue.open().within(besideOthers, async () => {
      options.place.leave();
      await open.awaitRemovals().finally(() => holder.close());
      for (const scope of aborted) await cleanUpCase(trial, scope, site);
      await leave();
      await cleanUp(setupScope, site);
      await findUnnamedItems(site);
    });
  }
}

/** Thrown for a trial that ran too long without an exchange. */
export class StalledError extends Error {
  override readonly name = 'StalledError';
}

/** Minimum and maximum check interval, in milliseconds. */
const [minCheckMs, maxCheckMs] = [20, 5_000];

/**
 * Creates the watchdog of one trial. A request in progress counts as progress, however long it waits for its turn or
 * for Retry-After, and so does a wait for other trials. A trial without either for `idleMs` milliseconds is stalled.
 */
export function createWatchdog(meter: RequestMeter, holder: Pick<ClaimHolder, 'waitedUntil'>, idleMs: number) {
  const life = { underWay: 0, since: clock.now(), isGivenUp: false };
  /** Counts as progress what is sent in this way; of what is given up, nothing is sent but removals. */
  const watched =
    <A extends unknown[], T>(send: (...args: A) => Promise<T>, isRemoval = false) =>
    async (...args: A): Promise<T> => {
      if (life.isGivenUp && !isRemoval) throw new StalledError('the trial was aborted, and sends no more requests');
      life.underWay += 1;
      try {
        return await send(...args);
      } finally {
        life.underWay -= 1;
        life.since = clock.now();
      }
    };
  const leftMs = () => (life.underWay > 0 ? idleMs : Math.max(life.since, holder.waitedUntil()) + idleMs - clock.now());
  return {
    /** The meter of the trial. */
    meter: {
      ...meter,
      send: watched(meter.send),
      raw: watched(meter.raw),
      abort: watched(meter.abort),
      sendUnmetered: watched(meter.sendUnmetered, true),
    } satisfies RequestMeter,
    /** Resolves to the result of `work`. Throws {@link StalledError} when there is no progress. */
    watch: <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const look = () => {
          const left = leftMs();
          if (left > 0) {
            cancel = clock.schedule(Math.min(maxCheckMs, Math.max(minCheckMs, left)), look, 'watchdog');
            return;
          }
          life.isGivenUp = true;
          reject(new StalledError(`the trial ran for ${idleMs / 1_000} s without an exchange and did not end`));
        };
        life.since = clock.now();
        let cancel = clock.schedule(Math.min(maxCheckMs, leftMs()), look, 'watchdog');
        work.then(resolve, reject).finally(() => cancel());
      }),
  };
}

export interface BindingContext {
  readonly site: RunContext;
  /** The scope of the items that the trial does not share. */
  readonly setupScope: LedgerScope;
  readonly holder: Pick<ClaimHolder, 'within'>;
}

/**
 * Creates the items above the subject of a trial. Rules that only read an address share them with others under way; `leave` removes those
 * that no other trial under way shares. Throws InconclusiveError when one cannot be created.
 */
export async function bindSubject(trial: Trial, context: BindingContext) {
  const { subject } = trial;
  const { site, setupScope } = context;
  const leave = async () => {};
  if (subject.kind === 'service' || getCollection(subject).parents.length === 0) return { subject, leave };
  const isOfAddress = subject.kind === 'operation' || subject.kind === 'resource';
  if (isOfAddress && isSharing(getRule(site.rules, trial), subject.collection)) {
    const { collection } = subject;
    const stops = site.meter.outages.countOutages();
    const name = [stops, ...collection.parents.map((one) => `${one.place} ${one.collection}`)].join();
    const joined = await site.shared.joinParents(name, async () => {
      const scope = site.runLedger.openScope();
      const remove = () => cleanUp(scope, site);
      try {
        const bound = await setUp(scope, context, () => tryBinding(collection, site, scope));
        return { ids: bound?.filling, remove };
      } catch (error) {
        await context.holder.within(besideOthers, remove);
        throw error;
      }
    });
    if (joined !== undefined)
      return { subject: { ...subject, collection: fillPlaces(collection, joined.ids ?? {}) }, ...joined };
  }
  const bound = await setUp(setupScope, context, () => createParents(subject, site, setupScope));
  return { subject: bound, leave };
}

/** Whether a rule only reads, and other reads cannot be seen in its responses. All items above are in the path. */
const isSharing = ({ watches, touches }: Rule, { parents }: Collection): boolean =>
  watches === 'item' && touches === 'reads' && parents.every(({ place }) => place.startsWith('{'));

const setUp = <T>(scope: LedgerScope, { site, holder }: BindingContext, create: () => Promise<T>): Promise<T> =>
  setUpWithQuota(
    { quota: site.quota, scope, clean: () => holder.within(besideOthers, () => cleanUp(scope, site)) },
    () => holder.within(besideOthers, () => retrySetup(create)),
  );
