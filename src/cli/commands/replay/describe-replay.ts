import type { Result } from '../../../model/result/report.js';
import { visible } from '../../../report/text/escape-control-characters.js';
import type { Replayed } from '../../../verdict/comparison/compare-replay.js';

/** What became of one violation, in a line. */
export const lineOf = (number: number, { level, rule, subject }: Result, { fate, told }: Replayed): string =>
  visible(`${fate}: ${number}. ${level} ${rule} [${subject}]: ${told}`);

const fates: readonly Replayed['fate'][] = ['still there', 'changed', 'undecided', 'gone'];

/** How often each fate was met, out of how many violations. */
export function tallyOf(met: readonly Replayed['fate'][], of: number): string {
  const counts = fates.map((fate) => [met.filter((one) => one === fate).length, fate] as const);
  const said = counts.filter(([count]) => count > 0).map(([count, fate]) => `${count} ${fate}`);
  return [...said, ...(met.length < of ? [`${of - met.length} not tried again`] : [])].join(', ');
}
