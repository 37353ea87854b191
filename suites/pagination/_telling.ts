import { defineCollectionNeed } from '#rule';

/** Pages are known to name the next one, or likely to: a bare page that is asked for by number can be led on by links only. */
export const telling = defineCollectionNeed(
  'telling',
  'nothing says that pages name the next one',
  'resources[].pagination.next',
  ({ pagination: { next, style, items } }) =>
    next !== undefined || style === 'cursor' || style === 'link' || (style === 'page' && items === ''),
);
