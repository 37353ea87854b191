import type { ExchangeEvent } from '../../audit/exchange-events.js';
import { createRow, createSpan, type Row, renderRows, type Terminal } from '../../report/console/print.js';
import { countColumns } from '../../report/text/fit-width.js';
import { toRelativeUrl } from '../../report/text/relative-url.js';

export interface ExchangeDisplay extends Terminal {
  readonly baseUrl: string;
  /** Whether headers and bodies are printed. */
  readonly isFull: boolean;
}

/** One line for a finished exchange, and two more for headers and bodies if requested. */
export function renderExchange(
  { n, request, end }: ExchangeEvent,
  { baseUrl, color, width, isFull }: ExchangeDisplay,
): string {
  const { method, url, content } = request;
  const status = end?.answer ? `${end.answer.status}` : `no response: ${end?.silence ?? 'in progress'}`;
  const tail = ` → ${status}  ${Math.round(end?.ms ?? 0)} ms`;
  const label = `${String(n).padStart(6)}  `;
  const room = Math.max(8, width - countColumns(label) - countColumns(tail));
  const [sent = ''] = renderRows([createRow(`${method} ${toRelativeUrl(baseUrl, url)}`)], {
    color: false,
    width: room,
  }).split('\n');
  const rows: Row[] = [createRow(createSpan('faint', label), sent, createSpan(chooseStyle(end), tail))];
  if (isFull) rows.push(...renderContent('  sent ', content), ...renderContent('  came ', end?.answer?.content));
  return renderRows(rows, { color, width }).trimEnd();
}

const chooseStyle = (end: ExchangeEvent['end']) => {
  const status = end?.answer?.status ?? 0;
  return status >= 500 || status === 0 ? 'bad' : status >= 400 ? 'doubt' : 'good';
};

const renderContent = (label: string, text: string | undefined): Row[] =>
  text === undefined || text === '' ? [] : [createRow(createSpan('faint', `${' '.repeat(6)}${label}${text}`))];
