import type { Report } from '../../model/result/report.js';
import { visible } from '../text/escape-control-characters.js';
import { page, whole } from './page.js';
import { everyVerdict, gateReasons, summary, verdictCounts } from './summary.js';
import { asides, coverage, undecided, unseen } from './undecided.js';
import { violations } from './violations.js';

/** The most that GitHub takes as the summary of a step, in octets. */
const mostOfSummary = 1024 * 1024;
/** The most that GitHub takes as a comment, in characters; octets are never fewer. */
const mostOfComment = 65_536;

/** For job summaries and vendors: the gate first, each violation with its proof folded, then what could not be said. */
export const writeMarkdown = (report: Report): string => written(report, mostOfSummary);

/** The same, short enough for a comment on a pull request: what finds no room is counted. */
export const writeComment = (report: Report): string => written(report, mostOfComment);

function written(report: Report, most: number): string {
  const parts = [
    { part: whole(summary(report)), share: 1 },
    { part: gateReasons(report), share: 0.15 },
    { part: whole(verdictCounts(report)), share: 1 },
    { part: violations(report), share: 0.7 },
    ...undecided(report).map((part) => ({ part, share: 0.8 })),
    { part: unseen(report), share: 0.85 },
    ...asides(report).map((part) => ({ part, share: 0.9 })),
    { part: everyVerdict(report), share: 0.95 },
    { part: coverage(report), share: 1 },
  ];
  return page(parts, `${report.kit.name} ${visible(report.kit.version)}, started ${visible(report.startedAt)}`, most);
}
