import type { Report } from '../../model/result/report.js';
import { findings } from './finding/findings.js';
import { matrix } from './matrix/matrix.js';
import { page } from './page/page.js';
import { coverage } from './sections/coverage.js';
import { howItWasDone } from './sections/run.js';
import { service, waivers } from './sections/service.js';
import { summary } from './sections/summary.js';
import { undecided, unseen } from './sections/undecided.js';
import { everyVerdict, held } from './sections/verdict-list.js';

/** One file that needs nothing else: for a browser, a printer, and whoever has to act on it. */
export const writeHtml = (report: Report): string =>
  page(report, [
    { id: 'summary', name: 'Summary', content: summary(report) },
    { id: 'findings', name: 'Violated', content: findings(report) },
    { id: 'undecided', name: 'Could not be decided', content: undecided(report) },
    { id: 'unseen', name: 'Not looked at', content: unseen(report) },
    { id: 'held', name: 'Held', content: held(report) },
    { id: 'matrix', name: 'Rules and subjects', content: matrix(report) },
    { id: 'verdicts', name: 'Every verdict', content: everyVerdict(report) },
    { id: 'waivers', name: 'Known failures', content: waivers(report) },
    { id: 'convention', name: 'The convention', content: coverage(report) },
    { id: 'service', name: 'The service', content: service(report) },
    { id: 'run', name: 'The run', content: howItWasDone(report) },
  ]);
