import type { ObservedExchange } from '../../model/observed-exchange.js';
import type { Trial } from '../../model/result/plan.js';
import { InconclusiveError } from '../../rule/finding.js';
import { nothingTried, type TrialOutcome, type UnrepeatedViolation } from '../alone/trial-outcome.js';
import { createTrialTurns } from '../alone/turns.js';
import type { NoiseLearning } from '../calibrate/noise/noise-learning.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { findUnnamedItems } from '../cleanup/unknown-outcomes/find-unnamed-items.js';
import { bindSubject } from '../items/trial-parents.js';
import type { RunContext } from '../run-context.js';
import type { CaseRoom } from '../schedule/case-room.js';
import { watchGroup } from '../schedule/effect-group.js';
import { watchLocks } from '../schedule/list-locks.js';
import { createOpenCases } from '../schedule/open-cases.js';
import { getSubjectCollection } from './case-context.js';
import { cleanUpCase } from './run-case.js';
import { TrialDriver } from './trial-driver.js';
import { createWatchdog, type Watchdog } from './watchdog.js';

/** How a trial is run. */
export interface TryTrialOptions {
  readonly idleMs: number;
  /** Learns the noise of a collection again. */
  readonly noise: Pick<NoiseLearning, 'relearn'>;
  /** Room for cases beside the one that is under way. */
  readonly room: CaseRoom;
  /** Returns all writes of the run so far, in the order in which they ended. */
  readonly listWrites: () => readonly ObservedExchange[];
  /** A violation that was seen before and not reproduced: it is repeated more often. */
  readonly unrepeated?: UnrepeatedViolation | undefined;
}

/** The context of a trial whose waits for others count as progress. */
const watchWaits = (site: RunContext, { meter, wait }: Watchdog): RunContext => ({
  ...site,
  meter,
  addressing: site.addressing.watchedBy(wait),
  listLocks: watchLocks(site.listLocks, wait),
  effectGroup: watchGroup(site.effectGroup, wait),
});

/** Runs one trial. Its created items are in ledger scopes: one for each case, one for the parents of all cases. */
export async function tryTrial(
  trial: Trial,
  site: RunContext,
  { idleMs, unrepeated, ...options }: TryTrialOptions,
): Promise<TrialOutcome> {
  const setupScope = site.runLedger.openScope();
  const open = createOpenCases(site.runLedger);
  const watchdog = createWatchdog(site.meter, idleMs);
  const turns = createTrialTurns(site.turns, watchdog.wait);
  const stopsBefore = site.meter.listOutages().length;
  let isDecided = false;
  let leave = async () => {};
  try {
    const bound = await bindSubject(trial, { site, setupScope, turns });
    leave = bound.leave;
    const { subject } = bound;
    const outcome = await watchdog.watch(
      new TrialDriver({ ...trial, subject }, watchWaits(site, watchdog), {
        ...options,
        parentScope: setupScope,
        open,
        turns,
        room: watchRoom(options.room, watchdog.wait),
        parents: { unbound: trial.subject, shared: subject, stopsBefore, hasHelped: undefined },
      }).run(unrepeated),
    );
    if (outcome.cases > 0) site.decidedCollections.add(getSubjectCollection(trial.subject).name);
    isDecided = true;
    return { ...outcome, trial };
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    return { trial, verdict: 'inconclusive', cause: error.reason, why: error.why, ...nothingTried };
  } finally {
    // An aborted case ends neither its reading of a list, nor its turn, and what has a turn may wait for them.
    const aborted = open.endAll();
    if (!isDecided) turns.endAll();
    // Once it has left, a case that has a turn may wait for its removals, so these must not wait for a turn.
    const { end } = await site.turns.begin();
    try {
      options.room.leave();
      await open.awaitRemovals().finally(turns.endAll);
      for (const scope of aborted) await cleanUpCase(trial, scope, site);
      await leave();
      await cleanUp(setupScope, site);
      await findUnnamedItems(site);
    } finally {
      end();
    }
  }
}

/** Wraps the wait for the removals of other trials. */
const watchRoom = ({ awaitOthers, ...room }: CaseRoom, watch: Watchdog['wait']): CaseRoom =>
  awaitOthers ? { ...room, awaitOthers: () => watch(awaitOthers) } : room;
