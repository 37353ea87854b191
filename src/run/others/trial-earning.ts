import type { RunLedger } from '../../ledger/open-ledger.js';
import type { Trial } from '../../model/result/plan.js';
import type { TrialOutcome } from '../alone/trial-outcome.js';
import type { RunContext } from '../run-context.js';
import { earnRungs } from './earn-rungs.js';

/** The methods, and the kinds of content, that a trial may have to earn one after the other. */
const maxAttempts = 9;

/**
 * Creates the earning of a run. A trial runs again as a new one, because others may wait until it is over: it must not wait for them
 * in a second attempt.
 */
export function createTrialEarning(site: RunContext, runLedger: RunLedger) {
  const repeats = new Set<Trial>();
  const earlier = new Map<Trial, { readonly attempts: number; readonly requests: number }>();
  return {
    /** Earns what a trial that has ended wanted to send. Resolves to its outcome, with the requests of its earlier attempts. */
    async record(trial: Trial, outcome: TrialOutcome): Promise<TrialOutcome> {
      const { earned } = site.writes;
      const { attempts, requests } = earlier.get(trial) ?? { attempts: 0, requests: 0 };
      const all = { ...outcome, requests: requests + outcome.requests };
      const wanted = earned.takeWanted(`${trial.rule}@${trial.subject.name}`);
      const end = site.meter.end();
      if (wanted.length > 0 && end !== undefined && all.verdict === 'inconclusive') return { ...all, ...end };
      if (wanted.length === 0 || attempts === maxAttempts) return all;
      for (const one of wanted) await earned.earn(one, () => earnRungs(one, site, runLedger));
      earlier.set(trial, { attempts: attempts + 1, requests: all.requests });
      repeats.add(trial);
      return all;
    },
    /** Whether a trial must run again since it was recorded. */
    takeRepeat: (trial: Trial) => repeats.delete(trial),
  };
}
