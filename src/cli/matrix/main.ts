import { parseArgs } from 'node:util';
import { allFaults, type FaultProof, proveFault, proveSound, soundWays } from './proof.js';

/** `npm run matrix`: the proof matrix of all rules, faults and sound dialects, as a table. Exits 1 when anything is off. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    sound: { type: 'string' },
    fault: { type: 'string', multiple: true },
    only: { type: 'string' },
  },
});
const seedsOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const faultSeeds = seedsOf(Number(values.seeds));
const soundSeeds = seedsOf(Number(values.sound ?? Math.ceil(Number(values.seeds) * 2.5)));
const print = (line: string) => process.stdout.write(`${line}\n`);

const proofs: FaultProof[] = [];
let isOff = false;
if (values.only !== 'sound') {
  print(`faults, ${faultSeeds.length} seeds each: exact, median requests to the verdict, exchanges shown, replayed`);
  for (const fault of allFaults.filter(({ name }) => values.fault?.includes(name) ?? true)) {
    const proof = await proveFault(fault, faultSeeds);
    proofs.push(proof);
    print(lineOf(proof));
    for (const { seed, missed, besides } of proof.misses)
      print(`    seed ${seed}: missed ${missed.join(', ') || '-'}; besides ${besides.join(', ') || '-'}`);
    isOff ||= proof.misses.length > 0 || proof.violations.some(({ isReplayed }) => !isReplayed);
  }
}
if (values.only !== 'faults' && !values.fault) {
  print(`\nsound ways, ${soundSeeds.length} seeds each: accusations, rules held on average, left behind, undecided`);
  for (const dialect of soundWays()) {
    const { accusations, held, undecided, left } = await proveSound(dialect, soundSeeds);
    print(
      `${accusations.length === 0 ? 'silent' : 'ACCUSED'}  ${(dialect.join(' + ') || 'default').padEnd(30)} ${accusations.length} accusations, ${held} held, ${left} left${undecided.length > 0 ? `, undecided: ${undecided.join('; ')}` : ''}`,
    );
    for (const { seed, rules } of accusations) print(`    seed ${seed}: ${rules.join(', ')}`);
    isOff ||= accusations.length > 0 || left > 0;
  }
}
print(summary(proofs));
process.exitCode = isOff ? 1 : 0;

function lineOf({ fault, seeds, exact, violations }: FaultProof): string {
  const own = violations.filter(({ rule }) => fault.violates.includes(rule));
  const again = violations.filter(({ isReplayed }) => isReplayed).length;
  const mark = exact === seeds ? 'exact ' : 'MISSED';
  return `${mark} ${exact}/${seeds}  ${fault.name.padEnd(44)} ${String(
    percentile(
      own.map(({ requests }) => requests),
      50,
    ),
  ).padStart(
    4,
  )} requests, ${Math.max(0, ...own.map(({ exchanges }) => exchanges))} exchanges, ${again}/${violations.length} replayed`;
}

function summary(all: readonly FaultProof[]): string {
  const violations = all.flatMap((proof) => proof.violations);
  const exchanges = violations.map((violation) => violation.exchanges);
  const requests = violations.map((violation) => violation.requests);
  const exact = all.filter((proof) => proof.misses.length === 0).length;
  return [
    `\n${exact} of ${all.length} faults exact in every seed (${all.filter(({ fault }) => fault.isSubtle).length} of them subtle)`,
    `${violations.filter(({ isReplayed }) => isReplayed).length} of ${violations.length} violations seen again at the first replay`,
    `exchanges shown: p50 ${percentile(exchanges, 50)}, p95 ${percentile(exchanges, 95)}, most ${Math.max(0, ...exchanges)}`,
    `requests to a verdict of violated: p50 ${percentile(requests, 50)}, p95 ${percentile(requests, 95)}, most ${Math.max(0, ...requests)}`,
  ].join('\n');
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
