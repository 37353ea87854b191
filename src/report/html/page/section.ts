import { html, type Markup } from './markup.js';

/** A part of the page with its heading, for the table of contents and for screen readers. */
export const renderPageSection = (id: string, title: string, content: Markup): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}<p class="nothing" hidden>No entry matches the filter.</p></section>`;

/** The same, folded: for what is not needed to act on violations. A filter and a link open it. */
export const renderFoldedSection = (id: string, title: string, content: Markup): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title"><details class="fold"><summary><h2 id="${id}-title">${title}</h2></summary>
${content}</details><p class="nothing" hidden>No entry matches the filter.</p></section>`;

/** Renders texts as a list, and the number of those omitted. */
export const renderBullets = (texts: readonly string[], most: number): Markup =>
  html`<ul>${texts.slice(0, most).map((text) => html`<li>${text}</li>`)}</ul>${texts.length > most ? html`<p class="hint">${texts.length - most} more in report.json</p>` : undefined}`;
