import type { Report } from '../../model/result/report.js';
import { renderFindingsSection } from './finding/findings.js';
import { renderMatrixSection } from './matrix/matrix.js';
import { renderHtmlPage } from './page/page.js';
import { renderCoverageSection } from './sections/coverage.js';
import { renderOperationsSection } from './sections/operations.js';
import { renderRunSection } from './sections/run.js';
import { renderServiceSection, renderWaiversSection } from './sections/service.js';
import { renderSummarySection } from './sections/summary.js';
import { nameUndecided, renderUncheckedSection, renderUndecidedSection } from './sections/undecided.js';
import { renderHeldSection, renderVerdictsSection } from './sections/verdict-list.js';

/** Renders the report as one HTML file without dependencies, for browsers and printers. */
export const writeHtml = (report: Report): string =>
  renderHtmlPage(report, [
    { id: 'summary', name: 'Summary', content: renderSummarySection(report) },
    { id: 'findings', name: 'Violated', content: renderFindingsSection(report) },
    { id: 'undecided', name: nameUndecided(report), content: renderUndecidedSection(report) },
    { id: 'unseen', name: 'Not checked', content: renderUncheckedSection(report) },
    { id: 'held', name: 'Held', content: renderHeldSection(report) },
    { id: 'matrix', name: 'Rules and subjects', content: renderMatrixSection(report) },
    { id: 'verdicts', name: 'All verdicts', content: renderVerdictsSection(report) },
    { id: 'waivers', name: 'Known failures', content: renderWaiversSection(report) },
    { id: 'convention', name: 'The convention', content: renderCoverageSection(report) },
    { id: 'operations', name: 'Operations', content: renderOperationsSection(report) },
    { id: 'service', name: 'The service', content: renderServiceSection(report) },
    { id: 'run', name: 'The run', content: renderRunSection(report) },
  ]);
