import type { OperationCoverage } from '../../../model/result/operation-coverage.js';
import type { Report } from '../../../model/result/report.js';
import { cut } from '../../text/fit-width.js';
import { formatCount } from '../../text/report-words.js';
import { html, type Markup } from '../page/markup.js';
import { renderFoldedSection } from '../page/section.js';
import { sizeLimits } from '../page/size-limits.js';

/** Lists the operations of the service, each with its checks by verdict and the statuses that it returned. */
export function renderOperationsSection({ coverage: { operations = [] } }: Report): Markup | undefined {
  if (operations.length === 0) return undefined;
  const shown = operations.slice(0, sizeLimits.verdicts);
  const rest = operations.length - shown.length;
  return renderFoldedSection(
    'operations',
    `Operations of the service (${operations.length})`,
    html`<div class="scroll" tabindex="0" role="group" aria-label="Operations of the service"><table class="clauses"><thead><tr><th scope="col">Operation</th><th scope="col">Held</th><th scope="col">Violated</th><th scope="col">Undecided</th><th scope="col">Statuses</th></tr></thead><tbody>${shown.map(renderRow)}</tbody></table></div>${rest > 0 ? html`<p class="hint">${formatCount(rest, 'operation')} more in report.json</p>` : undefined}`,
  );
}

const renderRow = ({ method, path, held, violated, undecided, statuses = [], why }: OperationCoverage): Markup =>
  html`<tr data-search=""><th scope="row"><code>${cut(`${method} ${path}`, sizeLimits.text)}</code></th><td>${held}</td><td>${violated}</td><td>${undecided}</td><td>${why === undefined ? statuses.join(' ') : html`<span class="hint">not called: ${cut(why, sizeLimits.text)}</span>`}</td></tr>`;
