import { escapeControlCharacters } from '../../text/escape-control-characters.js';

/** HTML that is safe to write: made here only, so that no text gets in unescaped. */
export interface Markup {
  readonly markup: string;
  readonly [markupBrand]: true;
}

/** Nothing that was read from a file can look like this. */
const markupBrand = Symbol('markup');

/** What may stand in a template: text is escaped, markup is kept, lists are joined, nothing is left out. */
export type Piece = string | number | Markup | undefined | readonly Piece[];

/** A template whose holes are text unless they are markup already. */
export function html(parts: TemplateStringsArray, ...holes: readonly Piece[]): Markup {
  return trustMarkup(parts.reduce((text, part, index) => text + writePiece(holes[index - 1]) + part));
}

/** Markup that we wrote ourselves, as it stands: style, script, data. */
export const trustMarkup = (markup: string): Markup => ({ markup, [markupBrand]: true });

/** A piece as it is written into the file. Throws for what is none, such as a value where a report has a text. */
export function writePiece(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string') return escapeHtml(escapeControlCharacters(piece));
  if (typeof piece === 'number') return String(piece);
  if (isList(piece)) return piece.map(writePiece).join('');
  if (!Object.hasOwn(piece, markupBrand)) throw new TypeError('a value stands where a text should');
  return piece.markup;
}

/** Lines of text as lines of markup; a line feed between two lines is ours. */
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
