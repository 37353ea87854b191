import { type compare, type Finding, held, type JsonObject } from '#rule';

/** The finding of several: one violation is enough, and one that is undecided prevents `held`. `none` is that of no finding. */
export const combineFindings = (findings: readonly Finding[], none: Finding = held): Finding =>
  findings.find(({ verdict }) => verdict === 'violated') ??
  findings.find(({ verdict }) => verdict !== 'held') ??
  (findings.length > 0 ? held : none);

/** The values on both sides of differences, by pointer. */
export function pickSides(differences: ReturnType<typeof compare.findDifferences>) {
  const pick = (side: 'expected' | 'actual'): JsonObject =>
    Object.fromEntries(differences.map((one) => [one.pointer, one[side] ?? 'absent']));
  return { expected: pick('expected'), actual: pick('actual') };
}
