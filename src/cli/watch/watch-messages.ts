import type { Result } from '../../model/result/report.js';
import { prose } from '../../report/console/layout.js';
import { as, gap, print, type Row, row, type Style, type Terminal } from '../../report/console/print.js';
import { counted, headline } from '../../report/text/report-words.js';
import type { Changes } from './changed-verdicts.js';

/** Why a run begins again. */
export type Cause = 'restart' | 'change' | 'again' | 'failed' | 'all';

const causes: Readonly<Record<Cause, string>> = {
  restart: 'the service is back',
  change: 'a file changed',
  again: 'once more',
  failed: 'only what failed',
  all: 'all rules',
};

/** The line above a run that began again. */
export const tellCause = (cause: Cause, terminal: Terminal): string =>
  print([gap, row(as('strong', `--- ${causes[cause]} ---`))], terminal);

/** What a run changed, for the lines below its report. */
export function tellChanges({ fixed, broken, undecided, still }: Changes, terminal: Terminal): string {
  const rows = [
    ...named('fixed', 'good', fixed),
    ...named('new', 'bad', broken),
    ...named('undecided', 'doubt', undecided),
    ...(still.length > 0 ? [row('  ', as('faint', `${counted(still.length, 'violation')} as before`))] : []),
  ];
  return print(
    [gap, row(as('strong', 'Since the last run')), ...(rows.length > 0 ? rows : [row('  nothing changed')])],
    terminal,
  );
}

const named = (word: string, style: Style, results: readonly Result[]): Row[] =>
  results.map((result) =>
    row('  ', as(style, word.padEnd(9)), ` ${headline(result)} [${result.subject}]  ${result.rule}`),
  );

/** What is said while nobody answers. */
export const tellAbsence = (place: string, terminal: Terminal): string =>
  print(
    prose('', `Waiting for ${place} to answer. Start the service; q or Ctrl-C ends this.`, terminal.width),
    terminal,
  );

/** What is waited for, and what may be pressed. */
export const tellWaiting = (isAsked: boolean, hasKeys: boolean, terminal: Terminal): string =>
  print(
    [
      row(as('faint', `Watching ${isAsked ? 'the service and its files' : 'files'}.`)),
      row(as('faint', hasKeys ? 'Enter run again  f only what failed  a all  q quit' : 'Ctrl-C ends it.')),
    ],
    terminal,
  );
