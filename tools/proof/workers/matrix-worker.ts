import type { Fault } from '../../../src/demo/start-demo.js';
import { installSteadyClock } from '../../../test/support/install-steady-clock.js';
import { allFaults } from '../../faults/all-faults.js';
import { checkFault, type FaultCheck } from '../../matrix/check-fault.js';
import { type JobOutcome, judgeProblems } from '../jobs/outcome.js';
import { serveJobs } from './serve-jobs.js';

/** An audit of the demo with a fault. */
export interface MatrixTask {
  readonly fault: string;
  readonly seed: number;
  /** Globs of the rules to audit with; all of them when empty. */
  readonly only: readonly string[];
  /** Trials under way at once, in place of one. */
  readonly concurrency?: number;
}

/** Most exchanges that the evidence of a violation shows. */
const maxExchanges = 6;

/** Most requests of a rule until it sees a fault. A flood that a busy machine spreads out is sent again. */
const maxRequests = 200;
const maxFloodRequests = 400;

function judgeFaultCheck(fault: Fault, { missed, besides, violations }: FaultCheck): JobOutcome {
  const most = fault.isFlood ? maxFloodRequests : maxRequests;
  const list = (what: string, rules: readonly string[]) =>
    rules.length === 0 ? [] : [`${what} ${[...new Set(rules)].join(', ')}`];
  const nameRules = (isWrong: (violation: FaultCheck['violations'][number]) => boolean) =>
    violations.filter(isWrong).map(({ rule }) => rule);
  const own = violations.filter(({ rule }) => fault.violates.includes(rule));
  const exchanges = Math.max(0, ...own.map((violation) => violation.exchanges));
  const requests = Math.max(0, ...own.map(({ foundAfter }) => foundAfter));
  return judgeProblems(
    [
      ...list('not violated:', missed),
      ...list('violated, too:', besides),
      ...list(
        'not reproduced:',
        nameRules(({ isReplayed, rule }) => !isReplayed && fault.foundAfterOthers?.includes(rule) !== true),
      ),
      ...list(
        `shown in more than ${maxExchanges} exchanges:`,
        nameRules((one) => one.exchanges > maxExchanges),
      ),
      ...list(
        `seen after more than ${most} requests:`,
        nameRules(({ foundAfter }) => foundAfter > most),
      ),
    ],
    {
      expected: `exactly ${fault.violates.join(', ')} violated and reproduced`,
      actual: `violated after ${requests} requests, shown in ${exchanges} exchanges`,
      measures: { 'requests until a fault was seen': requests, 'exchanges that show a fault': exchanges },
    },
  );
}

installSteadyClock();
serveJobs(async ({ fault: name, seed, only, concurrency }: MatrixTask) => {
  const fault = allFaults.find((one) => one.name === name);
  if (!fault) throw new Error(`no fault is called ${name}`);
  return judgeFaultCheck(fault, await checkFault(fault, seed, { only, concurrency }));
});
