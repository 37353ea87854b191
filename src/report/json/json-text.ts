/** Characters that control a terminal or a reader, which JSON allows unescaped (RFC 8259 §7). */
const controlCharacters = /[\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u007f-\u009f]/gu;

/** Serializes a value as JSON that is safe to print: control characters are written as escapes with the same meaning. */
export const renderJsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(controlCharacters, escapeCharacters)}\n`;

const escapeCharacters = (character: string): string =>
  [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
