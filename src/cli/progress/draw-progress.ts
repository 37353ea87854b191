import { createRow, createSpan, type Row, renderRows, type Style } from '../../report/console/print.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import { countColumns, cut } from '../../report/text/fit-width.js';
import { formatCount, formatDuration } from '../../report/text/report-words.js';
import type { Progress } from './progress-state.js';

export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
}

/** Renders a run in a few lines, the most important first; fewer on a small terminal. */
export function drawProgress(progress: Progress, nowMs: number, { columns, rows, color }: Canvas): string[] {
  // The last column stays empty: a terminal breaks a line that fills it.
  const width = Math.max(10, columns - 1);
  const lines = [renderState(progress, width), renderSpending(progress, nowMs), ...renderRunning(progress, width)];
  const shown = lines.slice(0, Math.max(1, Math.min(lines.length, rows - 2)));
  return renderRows(shown, { color, width }).trimEnd().split('\n');
}

const stageDescriptions: Readonly<Record<Progress['stage'], string>> = {
  survey: 'reading the service',
  rehearsal: 'calibrating request bodies',
  trials: 'trying',
  cleanup: 'removing created items',
};

function renderState(progress: Progress, width: number): Row {
  const { stage, isInterrupted, of, done, tally } = progress;
  const doing = isInterrupted ? 'interrupted: removing created items' : stageDescriptions[stage];
  if (of === 0) return createRow(createSpan('strong', 'assay'), ` ${doing} at ${progress.baseUrl}`);
  if (stage !== 'trials' || isInterrupted)
    return createRow(createSpan('strong', 'assay'), ` ${doing}, ${formatCounts(done, of)} done`);
  const parts = listTallyParts(tally);
  const room = width - countColumns(`${formatCounts(done, of)} ${parts.map(({ text }) => text).join(', ')}`) - 4;
  return createRow(
    ...(room >= shortestBar ? [renderBar(done / of, Math.min(room, longestBar)), ' '] : []),
    createSpan('strong', formatCounts(done, of)),
    ...parts.flatMap(({ text, style }, index) => [index === 0 ? '  ' : ', ', createSpan(style, text)]),
  );
}

const formatCounts = (done: number, of: number): string => `${done} of ${of}`;

const shortestBar = 8;
const longestBar = 24;

/** ASCII characters: not every terminal has others. */
function renderBar(share: number, length: number): string {
  const full = Math.round(share * length);
  return `[${'='.repeat(full)}${'-'.repeat(length - full)}]`;
}

const verdictStyles: Readonly<Record<string, Style>> = {
  held: 'good',
  violated: 'bad',
  errored: 'bad',
  inconclusive: 'doubt',
};

/** Verdicts so far, the most important first. */
export const listTallyParts = (tally: Progress['tally']): { readonly text: string; readonly style: Style }[] =>
  (['violated', 'errored', 'inconclusive', 'held'] as const)
    .filter((verdict) => (tally[verdict] ?? 0) > 0)
    .map((verdict) => ({ text: `${tally[verdict]} ${verdict}`, style: verdictStyles[verdict] ?? 'faint' }));

function renderSpending(progress: Progress, nowMs: number): Row {
  const { requests, maxRequests, maxSeconds, begunMs } = progress;
  const goneMs = nowMs - begunMs;
  const leftMs = estimateRemainingMs(progress, nowMs);
  const parts = [
    `${formatCount(requests, 'request')} of ${maxRequests}`,
    `${formatSeconds(goneMs)} of ${formatSeconds(maxSeconds * 1_000)}`,
    ...(leftMs === undefined ? [] : [`about ${formatSeconds(leftMs)} left`]),
  ];
  return createRow(createSpan('faint', parts.join(', ')));
}

/** Estimated time for the remaining checks, once enough of them ended; at most the rest of the budget. */
function estimateRemainingMs(progress: Progress, nowMs: number): number | undefined {
  const { trialsBegunMs, done, of, maxSeconds, begunMs, isInterrupted } = progress;
  if (isInterrupted || trialsBegunMs === undefined || done < Math.max(3, of / 20) || done === of) return undefined;
  const each = (nowMs - trialsBegunMs) / done;
  return Math.max(0, Math.min(each * (of - done), begunMs + maxSeconds * 1_000 - nowMs));
}

/** Whole seconds, because tenths would flicker. */
export const formatSeconds = (ms: number): string =>
  ms < 60_000 ? `${Math.round(ms / 1_000)} s` : formatDuration(Math.round(ms / 1_000) * 1_000).replace(' 0 s', '');

function renderRunning({ running: names }: Progress, width: number): Row[] {
  const [first, ...others] = names;
  if (first === undefined) return [];
  const more = others.length > 0 ? `  and ${others.length} more` : '';
  return [createRow(createSpan('faint', `${cut(escapeControlCharacters(first), width - countColumns(more))}${more}`))];
}
