import { z } from '@hono/zod-openapi';

const count = (maximum, initial) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(maximum))
    .default(initial)
    .openapi({ type: 'integer', minimum: 1, maximum, default: initial });

/** The query parameters of every list. */
export const pageQuery = {
  page: count(1_000_000, 1).openapi({ description: 'The first page is 1.' }),
  limit: count(50, 20).openapi({ description: 'Items on a page. More than 50 are refused with 400.' }),
};

/** The schema of a page. */
export const pageOf = (name, schema) =>
  z
    .object({ items: z.array(schema), total: z.number().int(), page: z.number().int(), limit: z.number().int() })
    .openapi(name);

/** Responds with one page of rows, and with links to the others. */
export function respondWithPage(c, rows, present) {
  const { page, limit } = c.req.valid('query');
  const total = rows.length;
  const start = (page - 1) * limit;
  const items = rows.slice(start, start + limit).map(present);
  const last = Math.max(1, Math.ceil(total / limit));
  const links = [link(c, 'first', 1), link(c, 'last', last)];
  if (page > 1) links.push(link(c, 'prev', Math.min(page - 1, last)));
  if (page < last) links.push(link(c, 'next', page + 1));
  c.header('Link', links.join(', '));
  c.header('Cache-Control', 'private, no-cache');
  return c.json({ items, total, page, limit }, 200);
}

function link(c, relation, page) {
  const url = new URL(c.req.url);
  url.searchParams.set('page', String(page));
  return `<${url.pathname}${url.search}>; rel="${relation}"`;
}

/** Sorts by "member" or "-member"; rows that are equal stay in the order of their creation. */
export function sortRows(rows, sort) {
  const member = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = (a, b) => (a[member] < b[member] ? -1 : Number(a[member] > b[member]));
  return rows.toSorted((a, b) => sign * compare(a, b) || a.serial - b.serial);
}
