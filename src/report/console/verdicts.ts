import type { Report, Result, Verdict } from '../../model/result/report.js';
import { groupBySuite } from '../results/group-results.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { countColumns, cut } from '../text/fit-width.js';
import { describeBoundary, describeExtent, formatCount, getHeadline, listRemarks } from '../text/report-words.js';
import { createRow, createSpan, emptyRow, type Row, renderHeading, type Style } from './print.js';

const verdictStyles: Readonly<Record<Verdict, Style>> = {
  held: 'good',
  violated: 'bad',
  errored: 'bad',
  inconclusive: 'doubt',
  'not-applicable': 'faint',
  'not-run': 'faint',
};

/** Width of the longest verdict in this list. */
const wordWidth = 'inconclusive'.length;
/** Width of the verdict, the longest level and the blanks around them. */
const leadWidth = 2 + wordWidth + 1 + 'SHOULD'.length + 1;

/** Texts for the number of cases, longest first; all rows of a table use the same one. */
const extentWordings: readonly ((result: Result) => string)[] = [
  describeExtent,
  ({ cases, corners = 0 }) => `${formatCount(cases, 'case')}${describeBoundary(cases, corners)}`,
  ({ cases }) => formatCount(cases, 'case'),
];

/** One line for each check that ran, by suite. Checks that did not run are listed below, by reason. */
export function renderVerdictRows({ results: all }: Report, width: number): Row[] {
  const results = all.filter(({ verdict }) => verdict !== 'not-applicable' && verdict !== 'not-run');
  const room = width - leadWidth;
  const wording = chooseWording(results, room);
  return [...groupBySuite(results)].flatMap(([suite, members], index) => [
    ...(index > 0 ? [emptyRow] : []),
    renderHeading(suite),
    ...members.map((result) => renderVerdictRow(result, wording, room)),
  ]);
}

function renderVerdictRow(result: Result, wording: (result: Result) => string, room: number): Row {
  const tail = escapeControlCharacters(renderTail(result, wording));
  return createRow(
    '  ',
    createSpan(verdictStyles[result.verdict], result.verdict.padEnd(wordWidth)),
    ` ${result.level.padEnd('SHOULD'.length)} `,
    fitTitle(result, room - countColumns(tail) - 2),
    createSpan('faint', `  ${tail}`),
  );
}

function fitTitle(result: Result, room: number): string {
  const subject = ` [${cut(escapeControlCharacters(result.subject), 24)}]`;
  const title = escapeControlCharacters(getHeadline(result));
  return `${cut(title, Math.max(12, room - countColumns(subject)))}${subject}`;
}

function renderTail(result: Result, wording: (result: Result) => string): string {
  const said = result.verdict === 'held' ? [wording(result)] : (getCauseKind(result) ?? describeEarlierCases(result));
  return [...said, ...listRemarks(result)].join(', ');
}

/** Cases that held before the violation; not mentioned if there were none. */
const describeEarlierCases = ({ cases }: Result): string[] =>
  cases > 0 ? [`held in ${formatCount(cases, 'case')} before`] : [];

/** The kind of cause; the rule named by an assumption is listed with the reason, below. */
const getCauseKind = ({ cause }: Result): string[] | undefined => cause?.split(':').slice(0, 1);

/** Chooses the longest text with which the title of every held rule fits. */
function chooseWording(results: readonly Result[], room: number): (result: Result) => string {
  const held = results.filter(({ verdict }) => verdict === 'held');
  const isFitting = (wording: (result: Result) => string) =>
    held.every((result) => countColumns(`${result.title} [${result.subject}]  ${renderTail(result, wording)}`) <= room);
  return extentWordings.find(isFitting) ?? (({ cases }) => formatCount(cases, 'case'));
}
