/** Characters that steer a terminal or a reader, which JSON lets stand as they are (RFC 8259 §7). */
const controlCharacters = /[\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u007f-\u009f]/gu;

/** A value as JSON that any reader may print: what steers is written as an escape, and means the same. */
export const renderJsonText = (value: unknown, indent = 2): string =>
  `${JSON.stringify(value, null, indent).replace(controlCharacters, escapeCharacters)}\n`;

const escapeCharacters = (character: string): string =>
  [...Array(character.length).keys()]
    .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
