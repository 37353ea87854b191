import { programFor } from '../../src/cli/program.js';
import { formats } from '../../src/report/render.js';
import { readLaw } from '../../src/rule-set/load-rule-set.js';
import { commandsPage } from './commands-page.js';
import { demoPage } from './demo-page.js';
import { exitsPage } from './exit-codes-page.js';
import { formatsPage } from './formats-page.js';
import { profilePage } from './profile-page.js';
import { reportPage } from './report-page.js';
import { rulesPage, suitePages } from './rules-page.js';

/** The pages of `docs/reference`, by their path in it. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const law = await readLaw();
  return new Map([
    ['command-line.md', commandsPage(programFor(() => undefined))],
    ['demo.md', demoPage()],
    ['exit-codes.md', exitsPage()],
    ['formats.md', formatsPage(formats)],
    ['profile.md', profilePage()],
    ['report.md', reportPage()],
    ['rules.md', rulesPage(law)],
    ...[...suitePages(law)].map(([suite, text]) => [`rules/${suite}.md`, text] as const),
  ]);
}
