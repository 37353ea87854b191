import type { Heard } from '../../audit/exchange-events.js';
import { as, print, type Row, row } from '../../report/console/print.js';
import { lengthOf } from '../../report/text/fit-width.js';
import { relativeTo } from '../../report/text/relative-url.js';

/** How exchanges are shown while they happen. */
export interface Showing {
  readonly baseUrl: string;
  readonly color: boolean;
  readonly width: number;
  /** Whether what was sent and what came back is shown, too. */
  readonly isFull: boolean;
}

/** One line for an exchange that ended, and two more for its contents where these are wanted. */
export function exchangeLines({ n, request, end }: Heard, { baseUrl, color, width, isFull }: Showing): string {
  const { method, url, content } = request;
  const came = end?.answer ? `${end.answer.status}` : `no answer: ${end?.silence ?? 'it is under way'}`;
  const tail = ` → ${came}  ${Math.round(end?.ms ?? 0)} ms`;
  const label = `${String(n).padStart(6)}  `;
  const room = Math.max(8, width - lengthOf(label) - lengthOf(tail));
  const [sent = ''] = print([row(`${method} ${relativeTo(baseUrl, url)}`)], { color: false, width: room }).split('\n');
  const rows: Row[] = [row(as('faint', label), sent, as(styleFor(end), tail))];
  if (isFull) rows.push(...contents('  sent ', content), ...contents('  came ', end?.answer?.content));
  return print(rows, { color, width }).trimEnd();
}

const styleFor = (end: Heard['end']) => {
  const status = end?.answer?.status ?? 0;
  return status >= 500 || status === 0 ? 'bad' : status >= 400 ? 'doubt' : 'good';
};

const contents = (label: string, text: string | undefined): Row[] =>
  text === undefined || text === '' ? [] : [row(as('faint', `${' '.repeat(6)}${label}${text}`))];
