import type { Result } from '../../model/result/report.js';
import type { Row, Style, Terminal } from '../../report/console/print.js';
import { createRow, createSpan, emptyRow, renderRows, wrapProse } from '../../report/console/print.js';
import { formatCount, getHeadline } from '../../report/text/report-words.js';
import type { ChangedVerdicts } from './changed-verdicts.js';

export type RestartReason = 'restart' | 'change' | 'again' | 'failed' | 'all';

const reasonTexts: Readonly<Record<RestartReason, string>> = {
  restart: 'the service is back',
  change: 'a file changed',
  again: 'run again',
  failed: 'failed checks only',
  all: 'all rules',
};

/** The line above another run. */
export const renderRestartReason = (cause: RestartReason, terminal: Terminal): string =>
  renderRows([emptyRow, createRow(createSpan('strong', `--- ${reasonTexts[cause]} ---`))], terminal);

/** Renders what changed since the last run, for the lines below its report. */
export function renderChanges({ fixed, broken, undecided, still }: ChangedVerdicts, terminal: Terminal): string {
  const rows = [
    ...renderResults('fixed', 'good', fixed),
    ...renderResults('new', 'bad', broken),
    ...renderResults('undecided', 'doubt', undecided),
    ...(still.length > 0
      ? [createRow('  ', createSpan('faint', `${formatCount(still.length, 'violation')} unchanged`))]
      : []),
  ];
  return renderRows(
    [
      emptyRow,
      createRow(createSpan('strong', 'Since the last run')),
      ...(rows.length > 0 ? rows : [createRow('  nothing changed')]),
    ],
    terminal,
  );
}

const renderResults = (word: string, style: Style, results: readonly Result[]): Row[] =>
  results.map((result) =>
    createRow('  ', createSpan(style, word.padEnd(9)), ` ${getHeadline(result)} [${result.subject}]  ${result.rule}`),
  );

export const renderServiceMissing = (place: string, terminal: Terminal): string =>
  renderRows(
    wrapProse('', `Waiting for ${place} to answer. Start the service; press q or Ctrl-C to quit.`, terminal.width),
    terminal,
  );

/** What is watched, and which keys work. */
export const renderWaiting = (isAsked: boolean, hasKeys: boolean, terminal: Terminal): string =>
  renderRows(
    [
      createRow(createSpan('faint', `Watching ${isAsked ? 'the service and its files' : 'files'}.`)),
      createRow(createSpan('faint', hasKeys ? 'Enter run again  f failed only  a all  q quit' : 'Ctrl-C to quit.')),
    ],
    terminal,
  );
