import type { FaultCheck, VariantCheck } from './check-fault.js';

/** Whether a proof is as it must be. */
export const isExact = ({ misses, violations }: FaultCheck): boolean =>
  misses.length === 0 && violations.every(({ isReplayed }) => isReplayed);

/** The lines of one fault. */
export function renderFaultLines(proof: FaultCheck): string[] {
  const { fault, seeds, exact, violations, misses } = proof;
  const own = violations.filter(({ rule }) => fault.violates.includes(rule));
  const again = violations.filter(({ isReplayed }) => isReplayed).length;
  const requests = computePercentile(
    own.map((violation) => violation.foundAfter),
    50,
  );
  const exchanges = Math.max(0, ...own.map((violation) => violation.exchanges));
  const counts = `${String(requests).padStart(4)} requests, ${exchanges} exchanges, ${again}/${violations.length} replayed`;
  return [
    `${isExact(proof) ? 'exact ' : 'MISSED'} ${exact}/${seeds}  ${fault.name.padEnd(44)} ${counts}`,
    ...misses.map(
      ({ seed, missed, besides }) =>
        `    seed ${seed}: missed ${missed.join(', ') || '-'}; besides ${besides.join(', ') || '-'}`,
    ),
  ];
}

/** Whether a sound way was left alone, and cleaned up. */
export const isSilent = ({ accusations, left }: VariantCheck): boolean => accusations.length === 0 && left === 0;

/** The lines of one sound way. */
export function renderVariantLines(proof: VariantCheck): string[] {
  const { dialect, accusations, held, undecided, left } = proof;
  const name = dialect.length > 6 ? `all ${dialect.length} at once` : dialect.join(' + ') || 'default';
  const doubts = undecided.length > 0 ? `, undecided: ${undecided.join('; ')}` : '';
  return [
    `${isSilent(proof) ? 'silent ' : 'ACCUSED'} ${name.padEnd(26)} ${accusations.length} accusations, ${held} held, ${left} left${doubts}`,
    ...accusations.map(({ seed, rules }) => `    seed ${seed}: ${rules.join(', ')}`),
  ];
}

/** The last lines: how many are exact, how small counterexamples are, what they cost. */
export function renderSummaryLines(proofs: readonly FaultCheck[], sound: readonly VariantCheck[]): string[] {
  const violations = proofs.flatMap((proof) => proof.violations);
  const exchanges = violations.map((violation) => violation.exchanges);
  const requests = violations.map((violation) => violation.requests);
  const spread = (values: readonly number[]) =>
    `p50 ${computePercentile(values, 50)}, p95 ${computePercentile(values, 95)}, most ${Math.max(0, ...values)}`;
  return [
    '',
    `${proofs.filter(isExact).length} of ${proofs.length} faults exact in every seed; ${proofs.filter(({ fault }) => fault.isSubtle).length} of them are subtle`,
    `${violations.filter(({ isReplayed }) => isReplayed).length} of ${violations.length} violations seen again at the first replay`,
    `exchanges shown: ${spread(exchanges)}`,
    `requests of a rule until its violation was seen: ${spread(violations.map(({ foundAfter }) => foundAfter))}`,
    `requests spent on a violated rule, with shrinking and seeing it again: ${spread(requests)}`,
    `${sound.filter(isSilent).length} of ${sound.length} sound ways silent and cleaned up; ${sound.reduce((sum, { accusations }) => sum + accusations.length, 0)} accusations in ${sound.reduce((sum, { seeds }) => sum + seeds, 0)} audits`,
  ];
}

function computePercentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
