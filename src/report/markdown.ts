import type { Report } from '../verdict/report.js';
import { withVerdict } from './grouping.js';
import { everyVerdict, summary } from './markdown/summary.js';
import { asides, coverage, undecided, unseen } from './markdown/unsaid.js';
import { violation } from './markdown/violation.js';

/** For pull requests and vendors: the gate first, each violation with its proof folded, then what could not be said. */
export function writeMarkdown(report: Report): string {
  const violated = withVerdict(report, 'violated').map((result, index) => violation(result, index + 1, report));
  const blocks = [
    ...summary(report),
    ...(violated.length > 0 ? ['## Violated', ...violated.flat()] : []),
    ...undecided(report),
    ...unseen(report),
    ...asides(report),
    ...everyVerdict(report),
    ...coverage(report),
    `${report.kit.name} ${report.kit.version}, started ${report.startedAt}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
