import { renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';

/** The meaning of the exit codes of an audit, equal to `gate.exit` of a report. */
export const exitMeanings: Readonly<Record<number, string>> = {
  0: 'Passed: no MUST rule of the convention is violated without a waiver, and at least one MUST rule was decided.',
  1: 'Failed: a violated MUST rule, or a stale or expired waiver; with `--strict` more.',
  2: 'Bad usage, or a profile, document, baseline or rule folder that cannot be used. No requests were sent, or only reads.',
  3: 'The service cannot be reached, stopped answering, refused every request, or returned 404 for all of them.',
  4: 'Internal error of assay. The report has the results so far, and created items were removed.',
  5: 'Incomplete, and nothing failed: too much of what could have failed the run was not checked, for lack of an item, of requests or of time. Or items of others are gone or changed by the run: all writes stopped, and the first line names the items and the file with their last contents.',
  130: 'Interrupted: created items were removed, and the report was written. Or declined before the first write.',
};

/** Exit codes with another meaning; the others are those of an audit. */
const otherExits: readonly (readonly [command: string, code: number, meaning: string])[] = [
  ['replay', 0, 'The violation is fixed.'],
  ['replay', 1, 'The violation still exists, has changed, or could not be tested again.'],
  ['compare', 0, 'There is no new violation.'],
  [
    'compare',
    1,
    'There is a new violation; with `--strict` also one that does not fail the gate, or a MUST rule whose result is no longer known.',
  ],
  ['clean', 0, 'No items are left.'],
  ['clean', 1, 'Items are left; in a dry run: items would be removed.'],
  [
    'run',
    137,
    'Killed: one computation, for example in a rule, took more than 120 s. There is no report; `assay clean` removes the created items.',
  ],
  ['fleet', 0, 'Each target passed.'],
  [
    'fleet',
    1,
    'At least one target failed. Of several exit codes of targets, the first of 130, 4, 3, 2, 1, 5 and 0 counts. 4 also means that a target has no result.',
  ],
  ['fleet', 130, 'Interrupted: the same command goes on.'],
  ['worker', 0, 'The queue is empty, with `--until-empty`; results of targets do not matter.'],
  ['worker', 130, 'Interrupted: its audits are in the queue again.'],
  ['run --plan', 0, 'The plan was printed; it never fails.'],
];

/** The exit codes of every command. */
export const renderExitCodesPage = (): string =>
  renderReferencePage([
    '# Exit codes',
    'They are stable: a pipeline may depend on them. `gate.exit` of `report.json` has the same number.',
    renderReferenceTable(
      ['Exit', 'Meaning'],
      Object.entries(exitMeanings).map(([exit, meaning]) => [exit, meaning]),
    ),
    '## Commands with other exit codes',
    renderReferenceTable(
      ['Command', 'Exit', 'Meaning'],
      otherExits.map(([command, exit, meaning]) => [wrapCode(`assay ${command}`), String(exit), meaning]),
    ),
    'All other exit codes of these commands are in the first table.',
  ]);
