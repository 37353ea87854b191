import { html, type Markup, type Piece } from './markup.js';

const sourcePattern =
  /RFC (?<rfc>\d{1,5})(?: §(?<section>\d+(?:\.\d+)*))?|(?<draft>draft-[a-z\d]+(?:-[a-z\d]+)*)(?: §(?<part>\d+(?:\.\d+)*))?|(?<other>convention)|§(?<more>\d+(?:\.\d+)*)/g;

/** Renders the source of a clause, with each RFC and draft as a link to its section. Addresses contain only digits and draft names of the clause table. */
export function renderSourceLinks(source: string): Markup {
  const pieces: Piece[] = [];
  let at = 0;
  let document: string | undefined;
  for (const match of source.matchAll(sourcePattern)) {
    document = match.groups?.more ? document : createAddress(match.groups);
    const section = match.groups?.section ?? match.groups?.part ?? match.groups?.more;
    pieces.push(source.slice(at, match.index), document ? renderLink(document, section, match[0]) : match[0]);
    at = match.index + match[0].length;
  }
  return html`${[...pieces, source.slice(at)]}`;
}

function createAddress(groups: Record<string, string | undefined> | undefined): string | undefined {
  if (groups?.rfc) return `https://www.rfc-editor.org/rfc/rfc${Number(groups.rfc)}.html`;
  return groups?.draft ? `https://datatracker.ietf.org/doc/html/${groups.draft}` : undefined;
}

const renderLink = (document: string, section: string | undefined, text: string): Markup =>
  html`<a href="${document}${section ? `#section-${section}` : ''}" rel="noopener noreferrer">${text}</a>`;
