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
