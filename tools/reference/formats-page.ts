import { renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';

/** What each format is for, by its name. */
const purposes: Readonly<Record<string, string>> = {
  json: 'The record of the audit; every other format is a view of it. [Its fields](report.md).',
  html: 'One file for people: summary, matrix, findings with proof. Opens offline, and asks for nothing.',
  junit: 'JUnit XML, for the test results of a CI server. A test is red exactly when it closes the gate.',
  markdown: 'For pull requests, job summaries and letters to a vendor.',
  comment: 'The same, short enough for a comment on a pull request.',
  console: 'What the terminal shows.',
  github: 'Annotations in the log of a GitHub workflow.',
  sarif: 'SARIF 2.1.0, for GitHub code scanning and other viewers of findings.',
  'sarif-full': 'The same with every result: what held, and what could not be told.',
  har: 'HTTP Archive 1.2: the exchanges of each finding, for browsers and proxies.',
  ctrf: 'Common Test Report Format, JSON.',
  tap: 'Test Anything Protocol, version 14.',
  wfc: 'Report of the Web Fuzzing Commons, with its fault codes.',
  codequality: 'Code quality report of GitLab.',
};

/** The formats of a report, and the file that each is written to. Throws for a format nobody has said the purpose of. */
export function renderFormatsPage(formats: Readonly<Record<string, string>>): string {
  const unsaid = Object.keys(formats).filter((format) => purposes[format] === undefined);
  if (unsaid.length > 0) throw new Error(`formats-page.ts does not say what is the purpose of ${unsaid.join(', ')}`);
  return renderReferencePage([
    '# Formats of a report',
    '`assay run --format LIST` writes them into the folder of `--out`; `assay report REPORT --format NAME` prints one of them from a `report.json`, later and elsewhere.',
    renderReferenceTable(
      ['Format', 'File', 'Purpose'],
      Object.entries(formats).map(([format, file]) => [wrapCode(format), wrapCode(file), purposes[format] ?? '']),
    ),
    'Beside them a run leaves `tape.ndjson` (every exchange, redacted), `ledger.ndjson` (everything that was made) and `survey.json` (what was found, for the next `--baseline`).',
  ]);
}
