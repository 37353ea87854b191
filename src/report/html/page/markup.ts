import { escapeControlCharacters } from '../../text/escape-control-characters.js';

/** Safe HTML: created only here, so that no text is written unescaped. */
export interface Markup {
  readonly markup: string;
  readonly [markupBrand]: true;
}

/** A brand that nothing read from a file can have. */
const markupBrand = Symbol('markup');

/** What a template can contain: text is escaped, markup is kept, lists are joined, undefined is omitted. */
export type Piece = string | number | Markup | undefined | readonly Piece[];

/** A template whose parameters are escaped unless they are markup. */
export function html(parts: TemplateStringsArray, ...holes: readonly Piece[]): Markup {
  return trustMarkup(parts.reduce((text, part, index) => text + writePiece(holes[index - 1]) + part));
}

/** Marks our own text as markup: style, script, data. */
export const trustMarkup = (markup: string): Markup => ({ markup, [markupBrand]: true });

/** Converts a piece to text of the file. Throws TypeError for other values, such as an object where a report has a text. */
export function writePiece(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string') return escapeHtml(escapeControlCharacters(piece));
  if (typeof piece === 'number') return String(piece);
  if (isList(piece)) return piece.map(writePiece).join('');
  if (!Object.hasOwn(piece, markupBrand)) throw new TypeError('expected a text, not another value');
  return piece.markup;
}

/** Renders lines of text as lines of markup, with a line feed between two lines. */
export const joinLines = (lines: readonly string[]): Markup => trustMarkup(lines.map(writePiece).join('\n'));

const isList = (piece: Markup | readonly Piece[]): piece is readonly Piece[] => Array.isArray(piece);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (character) => entities[character] ?? '');

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
