/** A table of Markdown; what stands in the cells is Markdown already. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

/** Plain text as Markdown: no tag, no emphasis and no link comes of it. */
export const plain = (text: string): string => text.replace(/[\\`*_[\]]/g, '\\$&').replaceAll('<', '&lt;');

/** Text as code. */
export const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** Texts as code, with commas. */
export const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

/** The address that a heading gets on the host of the repository. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Blocks of a page, with a line that says where it comes from. */
export const page = (blocks: readonly string[]): string =>
  `<!-- Written by \`npm run reference\` from the code; changes here are lost. -->\n\n${blocks.join('\n\n')}\n`;

/** A pipe would end the cell, within code, too. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
