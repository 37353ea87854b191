import { parseArgs } from 'node:util';
import { allFaults } from '../faults/all-faults.js';
import { drawDesigns } from '../shapes/design/designs.js';
import { listTasks } from '../shapes/measure/list-tasks.js';
import { type Detection, detectFault } from './detect-fault.js';
import { detectDesignFault, judgeDesign } from './judge-design.js';
import { recordDemo } from './record-demo.js';

/**
 * `npm run traffic -- [--designs N] [--seed S] [--faults N] [--demo]`: records what two clients at work at the same time exchange with
 * services of N drawn designs, judges it with the document of the service and without, and prints each statement that the design does
 * not confirm. `--faults`: the same for N faults of each design; `--demo`: for all faults of the demo.
 */
const { values } = parseArgs({
  options: {
    designs: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '0' },
    demo: { type: 'boolean', default: false },
  },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const designs = drawDesigns(Number(values.designs), Number(values.seed));
if (values.faults === '0') for (const hasDocument of [false, true]) await judgeCorrect(hasDocument);
await detect(
  'pairs of a design and a fault',
  listTasks(designs, ['document'], Number(values.faults)).flatMap(({ design, fault }) =>
    fault === undefined ? [] : [{ name: fault, run: () => detectDesignFault(design, fault) }],
  ),
);
if (values.demo)
  await detect(
    'faults of the demo',
    allFaults.map((fault) => ({
      name: fault.name,
      run: () => detectFault((isFaulty) => recordDemo(fault.dialect ?? [], isFaulty ? fault.name : undefined)),
    })),
  );

async function judgeCorrect(hasDocument: boolean): Promise<void> {
  const sum = { exchanges: 0, flawed: 0, held: 0, wrong: 0 };
  for (const [index, design] of designs.entries()) {
    const { exchanges, flawed, held, wrong } = await judgeDesign(design, hasDocument);
    sum.exchanges += exchanges;
    sum.flawed += flawed;
    sum.held += held;
    sum.wrong += wrong.length;
    for (const { rule, subject, verdict, why } of wrong)
      print(`design ${index}: ${verdict} ${rule} [${subject}]: ${why}`);
  }
  print(`${designs.length} designs ${hasDocument ? 'with' : 'without'} their documents: ${JSON.stringify(sum)}`);
}

interface Task {
  readonly name: string;
  readonly run: () => Promise<Detection>;
}

async function detect(what: string, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  let [shown, found] = [0, 0];
  for (const { name, run } of tasks) {
    const statements = await run();
    if (statements === undefined) continue;
    shown += 1;
    if (statements.length > 0) found += 1;
    const said = statements.map(({ rule, verdict }) => `${verdict} ${rule}`);
    print(`${name}: ${said.length === 0 ? 'MISSED' : [...new Set(said)].join(', ')}`);
  }
  print(`${tasks.length} ${what}: ${shown} show in the traffic, ${found} of these violated or suspected`);
}
