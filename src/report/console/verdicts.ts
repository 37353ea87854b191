import type { Report, Result, Word } from '../../model/result/report.js';
import { bySuite } from '../results/group-results.js';
import { visible } from '../text/escape-control-characters.js';
import { cut, lengthOf } from '../text/fit-width.js';
import { counted, extent, headline, remarks } from '../text/report-words.js';
import { heading } from './layout.js';
import { as, gap, type Row, row, type Style } from './print.js';

const styles: Readonly<Record<Word, Style>> = {
  held: 'good',
  violated: 'bad',
  errored: 'bad',
  inconclusive: 'doubt',
  'not-applicable': 'faint',
  'not-run': 'faint',
};

/** The longest of the words that are said of what was tried. */
const longest = 'inconclusive'.length;
/** Room for that, the longest level and the blanks around them. */
const lead = 2 + longest + 1 + 'SHOULD'.length + 1;

/** How fully a count is worded, richest first; a whole table is worded alike. */
const wordings: readonly ((result: Result) => string)[] = [
  extent,
  ({ cases, corners = 0 }) => `${counted(cases, 'case')}${corners > 0 ? `, ${corners} at a boundary` : ''}`,
  ({ cases }) => counted(cases, 'case'),
];

/** One line for each rule and subject that was tried, by suite. What nobody looked at stands further down, by its reason. */
export function verdicts({ results: all }: Report, width: number): Row[] {
  const results = all.filter(({ verdict }) => verdict !== 'not-applicable' && verdict !== 'not-run');
  const room = width - lead;
  const wording = wordingFor(results, room);
  return [...bySuite(results)].flatMap(([suite, members], index) => [
    ...(index > 0 ? [gap] : []),
    heading(suite),
    ...members.map((result) => line(result, wording, room)),
  ]);
}

function line(result: Result, wording: (result: Result) => string, room: number): Row {
  const tail = visible(tailOf(result, wording));
  return row(
    '  ',
    as(styles[result.verdict], result.verdict.padEnd(longest)),
    ` ${result.level.padEnd('SHOULD'.length)} `,
    titleIn(result, room - lengthOf(tail) - 2),
    as('faint', `  ${tail}`),
  );
}

function titleIn(result: Result, room: number): string {
  const subject = ` [${cut(visible(result.subject), 24)}]`;
  const title = visible(headline(result));
  return `${cut(title, Math.max(12, room - lengthOf(subject)))}${subject}`;
}

function tailOf(result: Result, wording: (result: Result) => string): string {
  const said = result.verdict === 'held' ? [wording(result)] : (causeOf(result) ?? soFar(result));
  return [...said, ...remarks(result)].join(', ');
}

/** Cases that held before one did not; that there were none is no news beside a violation. */
const soFar = ({ cases }: Result): string[] => (cases > 0 ? [`held in ${counted(cases, 'case')} before`] : []);

/** The kind of cause; the rule that an assumption names stands with the reason, further down. */
const causeOf = ({ cause }: Result): string[] | undefined => cause?.split(':').slice(0, 1);

/** The richest wording that leaves every title of a held rule whole. */
function wordingFor(results: readonly Result[], room: number): (result: Result) => string {
  const held = results.filter(({ verdict }) => verdict === 'held');
  const isFitting = (wording: (result: Result) => string) =>
    held.every((result) => lengthOf(`${result.title} [${result.subject}]  ${tailOf(result, wording)}`) <= room);
  return wordings.find(isFitting) ?? (({ cases }) => counted(cases, 'case'));
}
