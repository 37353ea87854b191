import { choice, type Dialect, isDefault } from './choice.js';

/** The ways to page a collection. */
export const pageDialects: readonly Dialect[] = [
  choice('pagination', 'pagination-cursor', 'Pages are asked for with limit and cursor.', {}, isDefault),
  choice('pagination', 'pagination-offset', 'Pages are asked for with limit and offset.', { pagination: 'offset' }),
  choice('pagination', 'pagination-page', 'Pages are bare arrays, asked for with page and per_page.', {
    pagination: 'page',
  }),
];
