import { Problem } from './problems.mjs';

const defaultLimit = 20;
const maxLimit = 100;

/** Answers a page of a table: `limit` and `offset` choose which, and a limit above the greatest is lowered to it. */
export function sendPage(request, response, rows) {
  const limit = Math.min(count(request.query.limit, 'limit', 1) ?? defaultLimit, maxLimit);
  const offset = count(request.query.offset, 'offset', 0) ?? 0;
  response.json({ data: rows.slice(offset, offset + limit), total: rows.length, limit, offset });
}

function count(value, name, least) {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (typeof value !== 'string' || !/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < least) {
    throw new Problem(400, `${name} must be an integer of at least ${least}.`);
  }
  return number;
}
