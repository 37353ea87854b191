import type { OrderPage } from '../request-context.js';
import type { LinkBuilder } from './page-style.js';

/** The links to first, prev, next and last page, if these exist. */
export function createNeighbourLinks(page: OrderPage, linkTo: LinkBuilder): Partial<Record<Relation, string>> {
  const { start, size, next, last } = page;
  return {
    first: linkTo(0),
    ...(start > 0 && { prev: linkTo(Math.min(last, start - size)) }),
    ...(next !== undefined && { next: linkTo(next) }),
    last: linkTo(last),
  };
}

export type Relation = 'first' | 'prev' | 'next' | 'last';

export function createPageLinkField(targets: Partial<Record<Relation, string>>): Record<string, string> {
  const links = Object.entries(targets).map(([relation, target]) => `<${target}>; rel="${relation}"`);
  return links.length === 0 ? {} : { link: links.join(', ') };
}
