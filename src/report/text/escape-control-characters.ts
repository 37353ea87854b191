const namedEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Characters that control a terminal or a reader, lone surrogates and noncharacters. */
const invisiblePattern = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** Returns the text on one line, with every invisible character as an escape (`\n`, `\x1b`, `\u202e`). */
export const escapeControlCharacters = (text: string): string =>
  plainPattern.test(text) ? text : text.replace(invisiblePattern, escapeCharacter);

/** Most texts match this, which takes a tenth of the time. */
const plainPattern = /^[ -~]*$/;

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code > 0xffff) return `\\u{${hex}}`;
  return namedEscapes[character] ?? (code > 0xff ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`);
}

/** Returns the text, or its beginning with `…`; the limit counts UTF-16 code units. Never splits a character. */
export const shorten = (most: number, text: string): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
