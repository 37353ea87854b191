import type { ClauseCoverage, Report, Verdict } from '../../../model/result/report.js';
import { verdictWords } from '../../text/report-words.js';
import { html, type Markup, trustMarkup } from './markup.js';

type MarkedVerdict = ClauseCoverage['verdict'];

/** The meaning of each verdict, for readers of their first report. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  violated: 'observed, reduced to a small example and reproduced',
  errored: 'assay failed; this says nothing about the service',
  inconclusive: 'tested, no conclusion',
  held: 'true in every tested case',
  'not-applicable': 'the service has nothing that the rule is about',
  'not-run': 'not permitted, or excluded',
};

/** A verdict by shape, colour and text. */
export const renderMark = (verdict: MarkedVerdict): Markup =>
  html`<span class="mark v-${verdict}">${renderShape(verdict)}${verdict}</span>`;

/** The shape of a verdict; screen readers read the text beside it. */
export const renderShape = (verdict: MarkedVerdict): Markup =>
  html`<svg class="shape" aria-hidden="true"><use href="#s-${verdict}"/></svg>`;

/** A verdict by shape only, for small cells. */
export const renderShapeMark = (verdict: Verdict): Markup =>
  html`${renderShape(verdict)}<span class="unseen">${verdict}</span>`;

/** The shapes, once per page. */
export const shapeSprite: Markup = trustMarkup(
  `<svg class="unseen" aria-hidden="true"><defs>${[
    ['held', '<path d="M3 8.5l3.5 3.5L13 4.5" fill="none" stroke="currentColor" stroke-width="2"/>'],
    [
      'violated',
      '<rect x="1" y="1" width="14" height="14" rx="2" fill="currentColor"/><path d="M5 5l6 6M11 5l-6 6" fill="none" class="cutout" stroke-width="2"/>',
    ],
    [
      'errored',
      '<path d="M8 1l7 13H1z" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M8 6v4M8 11.4v1.4" stroke="currentColor" stroke-width="1.6"/>',
    ],
    [
      'inconclusive',
      '<circle cx="8" cy="8" r="6.8" fill="none" stroke="currentColor" stroke-width="1.4"/><path d="M6 6.4a2 2 0 1 1 2.6 1.9c-.5.2-.6.5-.6 1.2M8 11v1.4" fill="none" stroke="currentColor" stroke-width="1.5"/>',
    ],
    ['not-applicable', '<path d="M3.5 8h9" stroke="currentColor" stroke-width="1.6"/>'],
    [
      'not-run',
      '<circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="2 1.6"/>',
    ],
    ['untested', '<path d="M4 12L12 4" stroke="currentColor" stroke-width="1.4"/>'],
  ]
    .map(([name, drawing]) => `<symbol id="s-${name}" viewBox="0 0 16 16">${drawing}</symbol>`)
    .join('')}</defs></svg>`,
);

/** The number of each verdict as a bar, to scale. */
export function renderProportions({ results }: Report): Markup {
  const total = Math.max(1, results.length);
  const shares = verdictWords.map((word) => ({
    word,
    share: results.filter(({ verdict }) => verdict === word).length / total,
  }));
  const bars = shares.map(({ word, share }, index) => {
    const from = shares.slice(0, index).reduce((sum, { share: before }) => sum + before, 0);
    return html`<rect class="v-${word}" x="${(from * 1000).toFixed(1)}" width="${(share * 1000).toFixed(1)}" height="10"/>`;
  });
  return html`<svg class="proportions" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg>`;
}
