import { renderReferencePage, renderReferenceTable, wrapCode } from './markdown-cells.js';

/** What the exit codes of an audit mean; the same numbers as `gate.exit` of a report. */
export const exitMeanings: Readonly<Record<number, string>> = {
  0: 'The gate is open: no violated MUST of the convention that no waiver covers, and something was decided.',
  1: 'The gate is closed: a violated MUST, a stale or expired waiver, or nothing decided; with `--strict` more.',
  2: 'Bad usage, or a profile, document, baseline or rule folder that cannot be used. Nothing was sent, or reading alone.',
  3: 'The service cannot be reached, was lost on the way, or refused everything.',
  4: 'The kit itself failed. What was observed before is in the report, and what was made was removed.',
  130: 'Interrupted: what was made was removed, the report was written. Or declined, before anything was written.',
};

/** What a command answers by its own meaning; the other codes are those of an audit. */
const otherExits: readonly (readonly [command: string, code: number, meaning: string])[] = [
  ['replay', 0, 'What was violated is gone.'],
  ['replay', 1, 'It is still there, has changed, or could not be tried again.'],
  ['compare', 0, 'No violation is new.'],
  [
    'compare',
    1,
    'A violation is new; with `--strict` also one that does not gate, and what is no longer known of a MUST.',
  ],
  ['clean', 0, 'Nothing stays.'],
  ['clean', 1, 'Something stays; in a dry run: something would be removed.'],
  ['run --plan', 0, 'The plan was told; it never closes a gate.'],
];

/** The exit codes of every command. */
export const renderExitCodesPage = (): string =>
  renderReferencePage([
    '# Exit codes',
    'They are fixed: a pipeline may rely on them. `gate.exit` of `report.json` holds the same number.',
    renderReferenceTable(
      ['Exit', 'Meaning'],
      Object.entries(exitMeanings).map(([exit, meaning]) => [exit, meaning]),
    ),
    '## Commands that answer something else',
    renderReferenceTable(
      ['Command', 'Exit', 'Meaning'],
      otherExits.map(([command, exit, meaning]) => [wrapCode(`assay ${command}`), String(exit), meaning]),
    ),
    'Everything else that a command answers is from the first table.',
  ]);
