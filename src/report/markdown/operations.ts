import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { Report } from '../../model/result/report.js';
import { escapeMarkdown, renderCellCode } from './escape-markdown.js';
import { createTablePart, type MarkdownPart } from './page.js';

/** Lists every operation with the number of its checks by verdict, and the statuses that it returned. */
export function createOperationsPart({ coverage: { operations = [] } }: Report): MarkdownPart {
  return createTablePart(
    'Operations',
    ['Operation', 'Held', 'Violated', 'Undecided', 'Statuses', 'Not called because'],
    operations.map(renderRow),
  );
}

const renderRow = ({ method, path, held, violated, undecided, statuses = [], why }: OperationCoverage): string[] => [
  renderCellCode(`${method} ${path}`),
  String(held),
  String(violated),
  String(undecided),
  statuses.join(' '),
  why === undefined ? '' : escapeMarkdown(why),
];
