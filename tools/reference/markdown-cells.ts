/** A table of Markdown; the cells contain Markdown. */
export const renderReferenceTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n');

/** Plain text as Markdown: no tag, no emphasis and no link comes of it. */
export const escapeMarkdownText = (text: string): string => text.replace(/[\\`*_[\]]/g, '\\$&').replaceAll('<', '&lt;');

/** Text as code. */
export const wrapCode = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** The address that a heading gets on the host of the repository. */
export const createAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Blocks of a page, with a line that says where it comes from. */
export const renderReferencePage = (blocks: readonly string[]): string =>
  `<!-- Written by \`npm run reference\` from the code; changes here are lost. -->\n\n${blocks.join('\n\n')}\n`;

/** A pipe would end the cell, within code, too. */
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
