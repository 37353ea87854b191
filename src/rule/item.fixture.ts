import type { Exchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { Item } from './items.js';

/** An exchange with an answer that has this status and content. */
export const createExchangeDouble = (method: string, status: number, json?: Json): Exchange => ({
  n: 1,
  method,
  path: '/things/t1',
  answer: { status, headers: {}, text: JSON.stringify(json) ?? '', json },
  silence: undefined,
});

/** An item whose requests all get the same response. */
export function createItemDouble(
  made: Exchange,
  seen: Exchange,
  sent: Json = {},
  prepare = (body: Json): Json => body,
): Item {
  const get = async () => seen;
  const asks = { get, getUntil: get, head: get, put: get, patch: get, delete: get };
  return { id: 't1', path: '/things/t1', sent, createdBy: made, prepare, ...asks };
}
