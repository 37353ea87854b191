import { installSteadyClock } from '../../../test/support/install-steady-clock.js';
import { checkVariant, type VariantCheck } from '../../matrix/check-variant.js';
import { listUnexpectedlyUndecided } from '../../matrix/expected-undecided.js';
import { type JobOutcome, judgeProblems } from '../jobs/outcome.js';
import { serveJobs } from './serve-jobs.js';

/** An audit of a valid variant. */
export interface VariantTask {
  readonly dialect: readonly string[];
  readonly seed: number;
  readonly isFlood: boolean;
}

/** Least results that are held; several dialects together leave a few rules less to look at than one alone. */
const minHeld = 95;
const minHeldUnderFlood = 4;

function judgeVariant({ dialect, isFlood }: VariantTask, check: VariantCheck): JobOutcome {
  const { violations, held, undecided, reasons, left } = check;
  const least = isFlood ? minHeldUnderFlood : minHeld;
  const unexpected = isFlood ? undecided : listUnexpectedlyUndecided(undecided, dialect);
  return judgeProblems(
    [
      ...violations.map((rule) => `violated: ${rule}`),
      ...unexpected.map((one) => `undecided: ${one} (${reasons[one]})`),
      ...(left > 0 ? [`${left} items left`] : []),
      ...(held < least ? [`${held} held`] : []),
    ],
    {
      expected: `nothing violated, undecided or left; at least ${least} held`,
      actual: `${held} held`,
      ...(!isFlood && { measures: { 'results held in a variant': held } }),
    },
  );
}

installSteadyClock();
serveJobs(async (task: VariantTask) => judgeVariant(task, await checkVariant(task.dialect, task.seed, task.isFlood)));
