import { defineCollectionNeed } from '#rule';

/**
 * Pages have a link to the next page, or probably have one: a bare page that is requested by number can only be
 * continued by links.
 */
export const nextLinks = defineCollectionNeed(
  'next links',
  'it is not known whether pages have a link to the next page',
  'resources[].pagination.next',
  ({ pagination: { next, style, items } }) =>
    next !== undefined || style === 'cursor' || style === 'link' || (style === 'page' && items === ''),
);
