import { renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';

/** The purpose of each format. */
const purposes: Readonly<Record<string, string>> = {
  json: 'The record of the audit; every other format is a view of it. [Its fields](report.md).',
  html: 'A single HTML file: summary, findings with evidence, checks and response times by operation, matrix. It works offline and loads nothing.',
  junit: 'JUnit XML, for the test results of a CI server. A test fails exactly when it fails the gate.',
  markdown: 'For pull requests, job summaries and letters to a vendor.',
  comment: 'The same, short enough for a comment on a pull request.',
  console: 'What the terminal shows.',
  github: 'Annotations in the log of a GitHub workflow.',
  sarif: 'SARIF 2.1.0, for GitHub code scanning and other viewers of findings.',
  'sarif-full': 'The same with every result, including held and inconclusive ones.',
  har: 'HTTP Archive 1.2: the exchanges of each finding, for browsers and proxies.',
  ctrf: 'Common Test Report Format, JSON.',
  tap: 'Test Anything Protocol, version 14.',
  wfc: 'Report of the Web Fuzzing Commons, with its fault codes.',
  codequality: 'Code quality report of GitLab.',
};

/** The formats of a report, with their file names. Throws for a format without a purpose. */
export function renderFormatsPage(formats: Readonly<Record<string, string>>): string {
  const unsaid = Object.keys(formats).filter((format) => purposes[format] === undefined);
  if (unsaid.length > 0) throw new Error(`formats-page.ts has no purpose for ${unsaid.join(', ')}`);
  return renderReferencePage([
    '# Formats of a report',
    '`assay run --format LIST` writes them into the folder of `--out`; `assay report REPORT --format NAME` prints one of them from a `report.json`, later and elsewhere.',
    renderReferenceTable(
      ['Format', 'File', 'Purpose'],
      Object.entries(formats).map(([format, file]) => [wrapCode(format), wrapCode(file), purposes[format] ?? '']),
    ),
    'A run also writes `tape.ndjson` (every exchange, redacted), `ledger.ndjson` (everything that was created) and `survey.json` (what was found, for the next `--baseline`).',
  ]);
}
