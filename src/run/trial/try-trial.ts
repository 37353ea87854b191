import type { Trial } from '../../model/result/plan.js';
import { InconclusiveError } from '../../rule/finding.js';
import { nothingTried, type TrialOutcome } from '../alone/trial-outcome.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { findUnnamedItems } from '../cleanup/unknown-outcomes.js';
import { bindSubject } from '../items/trial-parents.js';
import type { RunContext } from '../run-context.js';
import { besideOthers } from '../schedule/claim.js';
import { OpenCases } from '../schedule/open-cases.js';
import { getSubjectCollection } from './case-context.js';
import { cleanUpCase } from './run-case.js';
import { type DriverOptions, TrialDriver } from './trial-driver.js';
import type { TrialSettings } from './trial-steps.js';
import { createWatchdog } from './watchdog.js';

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
