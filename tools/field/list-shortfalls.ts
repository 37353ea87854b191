import type { FieldTable, Measurement } from './measure-audit.js';

/** Least share of the operations of a service on which three rules are decided. */
const leastShare = 0.8;

/** Audits that judge too few operations, and drafts with which fewer checks are decided than without a profile. */
export function listShortfalls({ measurements }: Pick<FieldTable, 'measurements'>): string[] {
  const few = measurements.flatMap(({ service, mode, operations: { found, judged, unjudged } }) =>
    judged < leastShare * found
      ? [
          `- ${service}, ${mode}: three rules are decided on ${judged} of ${found} operations, not on ${unjudged.join(', ')}`,
        ]
      : [],
  );
  const drafts = measurements.filter(({ mode }) => mode === 'draft');
  const less = drafts.flatMap((draft) => {
    const bare = measurements.find(({ service, mode }) => service === draft.service && mode === 'url');
    if (!bare || countDecided(draft) >= countDecided(bare)) return [];
    const lost = Object.keys(bare.verdicts).filter((check) => isDecided(bare, check) && !isDecided(draft, check));
    return [
      `- ${draft.service}: the draft decides ${countDecided(draft)} checks, the URL ${countDecided(bare)}: ${lost.join(', ')}`,
    ];
  });
  return [...few, ...less];
}

const countDecided = ({ counts: { held, violated } }: Measurement): number => held + violated;

const isDecided = ({ verdicts }: Measurement, check: string): boolean =>
  /^(held|violated)$/.test(verdicts[check] ?? '');
