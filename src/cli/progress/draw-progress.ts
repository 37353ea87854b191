import { as, print, type Row, row, type Style } from '../../report/console/print.js';
import { visible } from '../../report/text/escape-control-characters.js';
import { cut, lengthOf } from '../../report/text/fit-width.js';
import { counted, lasted } from '../../report/text/report-words.js';
import type { Progress } from './progress-state.js';

/** The room and the means there are. */
export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
}

/** A run in a few lines, the most telling first; fewer where the terminal is low. */
export function draw(progress: Progress, nowMs: number, { columns, rows, color }: Canvas): string[] {
  // The last column stays free: a terminal breaks a line that fills it.
  const width = Math.max(10, columns - 1);
  const lines = [state(progress, width), spending(progress, nowMs), ...running(progress, width)];
  const shown = lines.slice(0, Math.max(1, Math.min(lines.length, rows - 2)));
  return print(shown, { color, width }).trimEnd().split('\n');
}

const stages: Readonly<Record<Progress['stage'], string>> = {
  survey: 'looking at what is there',
  rehearsal: 'learning what it takes',
  trials: 'trying',
  cleanup: 'removing what was made',
};

function state(progress: Progress, width: number): Row {
  const { stage, isInterrupted, of, done, tally } = progress;
  const doing = isInterrupted ? 'interrupted: removing what was made' : stages[stage];
  if (of === 0) return row(as('strong', 'assay'), ` ${doing} at ${progress.baseUrl}`);
  if (stage !== 'trials' || isInterrupted) return row(as('strong', 'assay'), ` ${doing}, ${counts(done, of)} done`);
  const told = tallied(tally);
  const room = width - lengthOf(`${counts(done, of)} ${told.map(({ text }) => text).join(', ')}`) - 4;
  return row(
    ...(room >= shortestBar ? [bar(done / of, Math.min(room, longestBar)), ' '] : []),
    as('strong', counts(done, of)),
    ...told.flatMap(({ text, style }, index) => [index === 0 ? '  ' : ', ', as(style, text)]),
  );
}

const counts = (done: number, of: number): string => `${done} of ${of}`;

const shortestBar = 8;
const longestBar = 24;

/** Plain characters: not every terminal has others. */
function bar(share: number, length: number): string {
  const full = Math.round(share * length);
  return `[${'='.repeat(full)}${'-'.repeat(length - full)}]`;
}

const styles: Readonly<Record<string, Style>> = {
  held: 'good',
  violated: 'bad',
  errored: 'bad',
  inconclusive: 'doubt',
};

/** Verdicts so far, what wants attention first. */
export const tallied = (tally: Progress['tally']): { readonly text: string; readonly style: Style }[] =>
  (['violated', 'errored', 'inconclusive', 'held'] as const)
    .filter((verdict) => (tally[verdict] ?? 0) > 0)
    .map((verdict) => ({ text: `${tally[verdict]} ${verdict}`, style: styles[verdict] ?? 'faint' }));

function spending(progress: Progress, nowMs: number): Row {
  const { requests, maxRequests, maxSeconds, begunMs } = progress;
  const goneMs = nowMs - begunMs;
  const leftMs = leftOf(progress, nowMs);
  const parts = [
    `${counted(requests, 'request')} of ${maxRequests}`,
    `${brief(goneMs)} of ${brief(maxSeconds * 1_000)}`,
    ...(leftMs === undefined ? [] : [`about ${brief(leftMs)} left`]),
  ];
  return row(as('faint', parts.join(', ')));
}

/** How long the trials that are left may take, once there is something to judge that by; never beyond the budget. */
function leftOf(progress: Progress, nowMs: number): number | undefined {
  const { trialsBegunMs, done, of, maxSeconds, begunMs, isInterrupted } = progress;
  if (isInterrupted || trialsBegunMs === undefined || done < Math.max(3, of / 20) || done === of) return undefined;
  const each = (nowMs - trialsBegunMs) / done;
  return Math.max(0, Math.min(each * (of - done), begunMs + maxSeconds * 1_000 - nowMs));
}

/** Whole seconds: tenths would only flicker. */
export const brief = (ms: number): string =>
  ms < 60_000 ? `${Math.round(ms / 1_000)} s` : lasted(Math.round(ms / 1_000) * 1_000).replace(' 0 s', '');

function running({ running: names }: Progress, width: number): Row[] {
  const [first, ...others] = names;
  if (first === undefined) return [];
  const more = others.length > 0 ? `  and ${others.length} more` : '';
  return [row(as('faint', `${cut(visible(first), width - lengthOf(more))}${more}`))];
}
