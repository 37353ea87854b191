import { factNames } from '../checker/crawl/facts-to-find.js';
import type { ModeSummary } from './summarize.js';
import type { DetectionSummary } from './summarize-faults.js';

type Row = readonly [title: string, cell: (summary: ModeSummary) => string];

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.floor((100 * part) / whole)} %`);
const counts = (all: Readonly<Record<string, number>>) =>
  Object.entries(all)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
const total = (all: Readonly<Record<string, number>>) => Object.values(all).reduce((sum, one) => sum + one, 0);

const rows: readonly Row[] = [
  ['Audits', ({ audits }) => String(audits)],
  ...factNames.map(
    (name): Row => [
      `${name}: right / wrong / unknown of findable`,
      ({ facts }) => {
        const { right, wrong, unknown } = facts[name];
        return `${right} / ${wrong} / ${unknown} (${share(right, right + wrong + unknown)})`;
      },
    ],
  ),
  [
    'All facts: right of findable',
    ({ facts }) => {
      const all = Object.values(facts);
      const right = all.reduce((sum, one) => sum + one.right, 0);
      return share(
        right,
        all.reduce((sum, one) => sum + one.right + one.wrong + one.unknown, 0),
      );
    },
  ],
  [
    'Facts that are hidden or absent: right / wrong; lists that are none',
    ({ facts, unknownLists }) => {
      const all = Object.values(facts);
      const right = all.reduce((sum, one) => sum + one.rightElsewhere, 0);
      return `${right} / ${all.reduce((sum, one) => sum + one.wrongElsewhere, 0)}; ${unknownLists}`;
    },
  ],
  ['Reported violations: confirmed / wrong', ({ violations }) => `${violations.right} / ${violations.wrong}`],
  [
    'Items of others written to or changed, by a side effect only; audits with such items, that report some, wrongly',
    ({ harm }) => `${harm.items}, ${harm.bySideEffect}; ${harm.audits}, ${harm.reported}, ${harm.reportedWrongly}`,
  ],
  [
    'Items left / not reported / reported but not left',
    ({ leftovers }) => `${leftovers.left} / ${leftovers.unreported} / ${leftovers.notLeft}`,
  ],
  ['Checks decided', ({ checks }) => String(checks.decided)],
  ['Checks undecided', ({ checks }) => `${total(checks.undecided)} (${counts(checks.undecided)})`],
  ['Checks not applicable', ({ checks }) => String(checks.notApplicable)],
  ['Checks not run', ({ checks }) => `${total(checks.notRun)} (${counts(checks.notRun)})`],
  ['Exit codes', ({ exits }) => counts(exits)],
  ['Exit codes with `--fail-on data`', ({ exitsOnData }) => counts(exitsOnData)],
  ['Crashes / stalls', ({ crashes, stalls }) => `${crashes} / ${stalls}`],
  ['Requests: median / sum', ({ requests }) => `${requests.median} / ${requests.sum}`],
  [
    'Seconds: median / sum',
    ({ milliseconds }) => `${(milliseconds.median / 1000).toFixed(1)} / ${Math.round(milliseconds.sum / 1000)}`,
  ],
];

const renderRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The figures of each mode as a Markdown table. */
export const renderModes = (summaries: readonly ModeSummary[]): string =>
  [
    renderRow(['', ...summaries.map(({ mode }) => mode)]),
    renderRow(['---', ...summaries.map(() => '---:')]),
    ...rows.map(([title, cell]) => renderRow([title, ...summaries.map(cell)])),
  ].join('\n');

/** How faults are found that change or remove items of others. */
function describeHarm(summaries: readonly DetectionSummary[]): string {
  const count = summaries.filter(({ kind }) => kind === 'all').reduce((sum, { byHarm }) => sum + byHarm, 0);
  return (
    'A fault that changes or removes items of others is also found if the report has them as harmed and names the request that did ' +
    `it, and if without the fault it has none. So, and by no violation: ${count}.`
  );
}

/** Which faults were found, by kind and mode, as a Markdown table. */
export function renderDetections(summaries: readonly DetectionSummary[]): string {
  const modes = [...new Set(summaries.map(({ mode }) => mode))];
  const kinds = [...new Set(summaries.map(({ kind }) => kind))];
  const cell = (kind: string, mode: string) => {
    const one = summaries.find((summary) => summary.kind === kind && summary.mode === mode);
    return one ? `${one.found} / ${one.fails} / ${one.failsOnData} / ${one.held} of ${one.pairs}` : '';
  };
  return [
    'Found / fails the run / fails with `--fail-on data` / missed although a rule held whose promise it breaks, of all pairs:',
    '',
    renderRow(['Kind of fault', ...modes]),
    renderRow(['---', ...modes.map(() => '---:')]),
    ...kinds.map((kind) => renderRow([kind, ...modes.map((mode) => cell(kind, mode))])),
    renderRow([
      'all: found',
      ...modes.map((mode) => {
        const one = summaries.find((summary) => summary.kind === 'all' && summary.mode === mode);
        return share(one?.found ?? 0, one?.pairs ?? 0);
      }),
    ]),
    '',
    describeHarm(summaries),
  ].join('\n');
}
