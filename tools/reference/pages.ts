import { createProgram } from '../../src/cli/program.js';
import { formats } from '../../src/report/formats.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { renderCommandsPage } from './commands-page.js';
import { renderExitCodesPage } from './exit-codes-page.js';
import { renderFleetPage } from './fleet-page.js';
import { renderFormatsPage } from './formats-page.js';
import { renderManPage } from './man-page.js';
import { renderProfilePage } from './profile-page.js';
import { renderReportPage } from './report-page.js';
import { renderRulesPage } from './rules-page.js';

/** The pages of `docs/reference`, by their path in it. */
export async function renderReferencePages(): Promise<ReadonlyMap<string, string>> {
  const ruleSet = await loadRuleSet();
  const program = createProgram(() => undefined);
  return new Map([
    ['assay.1', renderManPage(program)],
    ['command-line.md', renderCommandsPage(program)],
    ['exit-codes.md', renderExitCodesPage()],
    ['fleet.md', renderFleetPage()],
    ['formats.md', renderFormatsPage(formats)],
    ['profile.md', renderProfilePage()],
    ['report.md', renderReportPage()],
    ['rules.md', renderRulesPage(ruleSet)],
  ]);
}
