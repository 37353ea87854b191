import { problem } from './middleware/problems.mjs';

const maxLimit = 50;
const defaultLimit = 20;

/** Conditions of a query with their parameters; each `?` stands for the parameter of its condition. */
export class Conditions {
  list = [];
  params = [];

  add(sql, ...values) {
    let index = 0;
    this.list.push(sql.replace(/\?/g, () => `$${this.params.push(values[index++])}`));
    return this;
  }

  toString() {
    return this.list.length > 0 ? `where ${this.list.join(' and ')}` : '';
  }
}

/** Sends a page of the rows that meet all conditions, newest first. */
export async function sendPage(ctx, { columns, from, conditions, toItem = (row) => row }) {
  const limit = readLimit(ctx.query.limit);
  const cursor = readCursor(ctx.query.cursor);
  if (cursor) conditions.add('(created_at, id) < (?::timestamptz, ?::uuid)', ...cursor);
  const { rows } = await ctx.db.query(
    `select ${columns} from ${from} ${conditions} order by created_at desc, id desc limit ${limit + 1}`,
    conditions.params,
  );
  const shown = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? writeCursor(shown.at(-1)) : null;
  if (nextCursor !== null) ctx.set('Link', `<${nextUrl(ctx, nextCursor)}>; rel="next"`);
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.body = { items: shown.map(toItem), limit, nextCursor };
}

function readLimit(text) {
  if (text === undefined) return defaultLimit;
  if (typeof text !== 'string' || !/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw problem(400, 'limit is a number from 1; more than 50 means 50.');
  }
  return Math.min(Number(text), maxLimit);
}

const writeCursor = ({ createdAt, id }) => Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');

function readCursor(text) {
  if (text === undefined) return undefined;
  const decoded = typeof text === 'string' ? Buffer.from(text, 'base64url').toString() : '';
  const [, time, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\da-f-]{36})$/.exec(decoded) ?? [];
  if (time === undefined || Number.isNaN(Date.parse(time)) || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) {
    throw problem(400, 'This cursor comes from no page of this list.');
  }
  return [time, id];
}

function nextUrl(ctx, cursor) {
  const query = new URLSearchParams(ctx.querystring);
  query.set('cursor', cursor);
  return `${ctx.path}?${query}`;
}
