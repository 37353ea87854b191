import type { Result } from '../../../src/model/result/report.js';
import { installSteadyClock } from '../../../test/support/install-steady-clock.js';
import { allFaults } from '../../faults/all-faults.js';
import { checkWorld, type WorldCheck } from '../../worlds/check-world.js';
import { describeResult, judgeCorrectService } from '../../worlds/judge-correct-service.js';
import { judgeFault } from '../../worlds/judge-fault.js';
import type { WorldTask } from '../../worlds/world-task.js';
import { type JobOutcome, judgeProblems } from '../jobs/outcome.js';
import { serveJobs } from './serve-jobs.js';

/** An audit in a world, and what it must show. */
export interface WorldJobTask {
  readonly expects: 'all-held' | 'no-violation' | 'found' | 'exactly-found';
  readonly audit: WorldTask;
  /** The same service in the calm world, to compare with. */
  readonly calm?: WorldTask;
  /** Whether what is asked of the service can be had for a part of the run only. */
  readonly mayEnd?: boolean;
}

/** Least share, in percent, of what is held in the calm world that must be held in a difficult one. */
const minHeldPercent = 80;

/** Audits of the calm world, which many worlds are compared with. */
const calmChecks = new Map<string, Promise<WorldCheck>>();

function checkCalmOnce(task: WorldTask): Promise<WorldCheck> {
  const key = JSON.stringify(task);
  const check = calmChecks.get(key) ?? checkWorld(task);
  calmChecks.set(key, check);
  return check;
}

async function judgeNoViolation({ audit, calm, mayEnd }: WorldJobTask): Promise<JobOutcome> {
  const expected = calm ? (await checkCalmOnce(calm)).results : [];
  const { violations, heldPercent, causes } = judgeCorrectService((await checkWorld(audit)).results, expected);
  const counts = Object.entries(causes).map(([cause, count]) => `${cause} ${count}`);
  const held = [`${heldPercent} % held of what is held in the calm world`, ...counts].join(', ');
  const isTooLittle = mayEnd !== true && heldPercent < minHeldPercent;
  return judgeProblems([...violations, ...(isTooLittle ? [held] : [])], {
    expected: `nothing violated or errored${mayEnd ? '' : `; at least ${minHeldPercent} % held of what is held in the calm world`}`,
    actual: held,
    ...(!mayEnd && { measures: { 'percent held in a world': heldPercent } }),
  });
}

async function judgeAllHeld({ audit }: WorldJobTask): Promise<JobOutcome> {
  const { results, remainingOrders } = await checkWorld(audit);
  const held = new Set(results.filter(({ verdict }) => verdict === 'held').map(({ rule }) => rule));
  // A rule about nested collections applies to some of the collections only.
  const isElsewhere = ({ rule, verdict }: Result) => verdict === 'not-applicable' && held.has(rule);
  const others = results.filter((one) => audit.only.includes(one.rule) && one.verdict !== 'held' && !isElsewhere(one));
  return judgeProblems(
    [...others.map(describeResult), ...(remainingOrders > 0 ? [`${remainingOrders} items left`] : [])],
    {
      expected: 'all held, nothing left',
      actual: `${results.filter(({ verdict }) => verdict === 'held').length} held`,
    },
  );
}

async function judgeDetection({ audit, expects }: WorldJobTask): Promise<JobOutcome> {
  const claims = allFaults.find(({ name }) => name === audit.fault)?.violates ?? [];
  const { results } = await checkWorld(audit);
  const { missed, besides, isUntestable } = judgeFault(results, claims);
  const isWhole = expects === 'exactly-found';
  const isMissed = isWhole ? missed.length > 0 : missed.length === claims.length && !isUntestable;
  const said = results.filter(({ rule }) => missed.includes(rule)).map(describeResult);
  const problems = [...besides.map((rule) => `violated, too: ${rule}`), ...(isMissed ? said : [])];
  const outcome = judgeProblems(problems, {
    expected: `${isWhole ? 'exactly' : 'any of'} ${claims.join(', ')} violated`,
    actual: isUntestable ? 'nothing to see of the fault in this world' : 'found',
  });
  return outcome.verdict === 'failed' && !isWhole ? { ...outcome, verdict: 'missed' } : outcome;
}

const judges = {
  'all-held': judgeAllHeld,
  'no-violation': judgeNoViolation,
  found: judgeDetection,
  'exactly-found': judgeDetection,
} satisfies Record<WorldJobTask['expects'], (task: WorldJobTask) => Promise<JobOutcome>>;

installSteadyClock();
serveJobs((task: WorldJobTask) => judges[task.expects](task));
