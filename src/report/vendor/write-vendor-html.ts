import type { Report } from '../../model/result/report.js';
import { plainContentPolicy, style } from '../html/page/assets.js';
import { html, joinLines, type Markup, renderPageSection, trustMarkup } from '../html/page/markup.js';
import { sizeLimits } from '../html/page/size-limits.js';
import { renderSourceLinks } from '../html/page/source-links.js';
import { formatCount } from '../text/report-words.js';
import { findingKinds, listVendorFindings, type VendorFinding, type VendorPlace } from './vendor-findings.js';
import { describeScope, describeSources, describeVendorTitle, listTraces } from './vendor-words.js';

/** Renders the findings for the maintainers of the service: one HTML file without scripts that loads nothing, for screens and paper. */
export function writeVendorHtml(report: Report): string {
  const title = describeVendorTitle(report);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustMarkup(plainContentPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,"><title>${title}</title>
<style>${trustMarkup(style)}</style></head>
<body><div class="page vendor"><header class="top"><div><h1>${title}</h1><p class="hint">${report.target.baseUrl}, ${report.startedAt.slice(0, 10)}</p></div></header>
<main>${renderFindings(listVendorFindings(report))}${renderTraces(report)}
${renderPageSection('scope', 'What was checked', html`<p>${describeScope(report, report.target.baseUrl)}</p><p>${describeSources(report)}</p>`)}</main></div></body></html>
`.markup;
}

function renderTraces(report: Report): Markup | undefined {
  const { shown, more } = listTraces(report);
  if (shown.length === 0) return undefined;
  const lines = shown.map(({ url, text }) => html`<li><code>${url}</code>: ${text}</li>`);
  return renderPageSection(
    'traces',
    'Left in the service',
    html`<ul>${lines}${more > 0 ? html`<li>and ${more} more</li>` : undefined}</ul>`,
  );
}

/** The findings by their importance; their proof as long as the file stays small. */
function renderFindings(findings: readonly VendorFinding[]): Markup[] {
  let room: number = sizeLimits.findings;
  const shown = findings.slice(0, sizeLimits.listed).map((finding) => {
    const whole = renderFinding(
      finding,
      finding.places.map((place) => renderPlace(place, finding.places.length > 1)),
    );
    const article = whole.markup.length <= room ? whole : renderFinding(finding, [omissionNote]);
    room -= article.markup.length;
    return { kind: finding.kind, article };
  });
  const more = findings.length - shown.length;
  return [
    ...findingKinds.flatMap((kind, index) => {
      const own = shown.filter((one) => one.kind === kind);
      return own.length > 0
        ? renderPageSection(`kind-${index + 1}`, kind, html`${own.map(({ article }) => article)}`)
        : [];
    }),
    ...(more > 0
      ? [html`<p class="hint">and ${formatCount(more, 'more finding')}, left out to limit the size</p>`]
      : []),
  ];
}

const omissionNote = html`<p class="hint">The requests and responses are left out to limit the size. The sender has them.</p>`;

function renderFinding(finding: VendorFinding, proof: readonly Markup[]): Markup {
  const { level, headline, requirement, source, impact, fix, places } = finding;
  const numbers = places.map(({ number }) => number);
  const id = `f${numbers[0]}`;
  const facts: readonly (readonly [string, Markup | string | undefined])[] = [
    [level, html`<q>${requirement}</q> <span class="source">${renderSourceLinks(source)}</span>`],
    ['Impact', impact],
    ['Fix', fix],
  ];
  return html`<article class="finding" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="ordinal">${numbers.slice(0, sizeLimits.named).join(', ')}</span> ${headline}</h3>
<dl class="promise">${facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${proof}</article>`;
}

const renderPlace = ({ number, operations, remarks, ...proof }: VendorPlace, isNumbered: boolean): Markup =>
  html`<div class="block place"><p>${isNumbered ? html`<b>${number}.</b> ` : undefined}${operations.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)}</p>
${[...proof.expected, ...proof.observed].length > 0 ? html`<div class="pair">${renderBlock('Expected', number, proof.expected)}${renderBlock('Observed', number, proof.observed)}</div>` : undefined}
${renderBlock('Requests and responses', number, proof.exchanges)}${renderBlock('See it with curl', number, proof.commands)}
${remarks.map((remark) => html`<p class="hint">${remark}</p>`)}</div>`;

const renderBlock = (name: string, number: number, lines: readonly string[]): Markup | undefined =>
  lines.length > 0
    ? html`<div><h4>${name}</h4><pre tabindex="0" role="group" aria-label="${name} of finding ${number}"><code>${joinLines(lines)}</code></pre></div>`
    : undefined;
