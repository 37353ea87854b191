import { parseArgs } from 'node:util';
import type { Fault } from '../../src/demo/start-demo.js';
import { installSteadyClock } from '../../test/support/install-steady-clock.js';
import { allFaults } from '../faults/all-faults.js';
import { auditDemoOnce } from '../matrix/audit-demo.js';
import { reachingFaults } from '../matrix/reaching-faults.js';
import { compareVerdicts } from './compare-verdicts.js';

/**
 * `npm run compare:concurrency -- [--seeds N] [--first SEED] [--concurrency N]... [--fault NAME]... [--suite NAME] [--world NAME]... [--minutes N]`:
 * audits the demo with one check at a time and with several, and compares the verdicts: the correct service, in each of these worlds too,
 * and with one of these faults for each seed in turn; or, with a suite, only with its rules, and for each seed with every fault that
 * violates one of them. Ends with exit code 1 where the violated rules differ, or where more than 5 % of the checks
 * that held are undecided.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    first: { type: 'string', default: '1' },
    concurrency: { type: 'string', multiple: true, default: ['8', '32'] },
    fault: { type: 'string', multiple: true },
    suite: { type: 'string' },
    world: { type: 'string', multiple: true, default: [] },
    minutes: { type: 'string', default: '60' },
  },
});

/** The most checks that held one at a time and may be undecided with several, in percent. */
const maxUndecided = 5;

const only = values.suite === undefined ? [] : [`${values.suite}/*`];
const restore = installSteadyClock();
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const total = { audits: 0, held: 0, undecided: 0, different: 0, seeds: 0 };
const causes = new Map<string, number>();
for (let seed = Number(values.first); seed < Number(values.first) + Number(values.seeds); seed += 1) {
  if (Date.now() > endsAt) break;
  const services = [
    {},
    ...chooseFaults(seed).map((fault) => ({ fault })),
    ...values.world.map((name) => ({ world: [name] })),
  ];
  for (const service of services) await compareService({ dialect: [], seed, ...service });
  total.seeds += 1;
}
restore();

function chooseFaults(seed: number): readonly Fault[] {
  const { suite, fault: names = suite === undefined ? reachingFaults : undefined } = values;
  const isNamed = ({ name }: Fault) => names === undefined || names.includes(name);
  if (suite !== undefined)
    return allFaults
      .filter(isNamed)
      .filter(
        ({ violates, isFlood, isChange }) =>
          !isFlood && !isChange && violates.some((rule) => rule.startsWith(`${suite}/`)),
      );
  return allFaults.filter(({ name }) => name === names?.[seed % Math.max(names.length, 1)]);
}

async function compareService(setup: Parameters<typeof auditDemoOnce>[0]): Promise<void> {
  const name = `seed ${setup.seed}, ${setup.fault?.name ?? setup.world?.join() ?? 'correct'}`;
  const { report: one } = await auditDemoOnce({ ...setup, concurrency: 1 }, { only });
  for (const concurrency of values.concurrency.map(Number)) {
    const { report, remainingOrders } = await auditDemoOnce({ ...setup, concurrency }, { only });
    const { missed, added, held, undecided, errored } = compareVerdicts(one.results, report.results);
    total.audits += 1;
    total.held += held;
    total.undecided += undecided.length;
    for (const check of undecided) causes.set(check, (causes.get(check) ?? 0) + 1);
    const wrong = [
      ...missed.map((rule) => `not violated: ${rule}`),
      ...added.map((rule) => `violated in addition: ${rule}`),
      ...errored.map((check) => `errored: ${check}`),
      ...(setup.world === undefined && remainingOrders > 0 ? [`${remainingOrders} orders remain`] : []),
    ];
    if (wrong.length > 0) total.different += 1;
    process.stdout.write(
      `${name}, concurrency ${concurrency}: ${wrong.join('; ') || 'the same violations'}; ${undecided.length} of ${held} undecided${undecided.length > 0 ? `: ${undecided.slice(0, 5).join(', ')}` : ''}\n`,
    );
  }
}

const percent = (100 * total.undecided) / Math.max(total.held, 1);
const often = [...causes].sort(([, a], [, b]) => b - a).slice(0, 10);
process.stdout.write(
  `${total.seeds} seeds, ${total.audits} audits compared, ${total.different} with other violations; ${total.undecided} of ${total.held} checks that held are undecided (${percent.toFixed(2)} %)\n`,
);
for (const [check, count] of often) process.stdout.write(`${count} times undecided: ${check}\n`);
if (total.different > 0 || percent > maxUndecided) process.exitCode = 1;
