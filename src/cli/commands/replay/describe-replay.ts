import type { Result } from '../../../model/result/report.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import type { ReplayComparison } from '../../../verdict/comparison/compare-replay.js';

/** Renders the outcome of one replayed violation, in a line. */
export const renderReplayLine = (
  number: number,
  { level, rule, subject }: Result,
  { outcome, explanation }: ReplayComparison,
): string => escapeControlCharacters(`${outcome}: ${number}. ${level} ${rule} [${subject}]: ${explanation}`);

const replayOutcomes: readonly ReplayComparison['outcome'][] = ['still there', 'changed', 'undecided', 'gone'];

/** Counts the outcomes, out of how many violations. */
export function renderReplayTally(met: readonly ReplayComparison['outcome'][], of: number): string {
  const counts = replayOutcomes.map((fate) => [met.filter((one) => one === fate).length, fate] as const);
  const said = counts.filter(([count]) => count > 0).map(([count, fate]) => `${count} ${fate}`);
  return [...said, ...(met.length < of ? [`${of - met.length} not checked again`] : [])].join(', ');
}
