import { answered, type Exchange, type Item, type Json } from '../rule/index.js';
import type { Address } from './identify.js';
import type { Entry } from './ledger.js';
import { until } from './listing.js';
import { sendOwned } from './own.js';
import { carrying } from './wire.js';
import type { Identity } from './wording.js';
import { dress, type Workshop } from './workshop.js';

/** What a handle is for. */
export interface Held {
  readonly identity: Identity;
  readonly sent: Json;
  readonly made: Exchange;
  /** Its line in the ledger; what does not stand, or is not ours, has none. */
  readonly entry: Entry | undefined;
  /** Somebody else's: whatever is done to it, it is never cleaned up. */
  readonly isForeign?: boolean;
  readonly role?: 'control' | undefined;
}

/** A handle on one thing: what is done through it stands in the ledger. */
export function handle(shop: Workshop, address: Address, { identity, sent, made, entry, role, isForeign }: Held): Item {
  const { collection, wire, ledger } = shop;
  let standing = entry;
  const part = { path: address.path, ...(role && { role }) };
  const write = async (method: 'PUT' | 'PATCH', body: Json, mediaType: string | undefined) => {
    const send = () => wire.send({ method, ...part, ...carrying(body, mediaType) });
    if (standing !== undefined || isForeign) return send();
    const own = ledger.intend(collection.name, identity.mark);
    ledger.made(own, address.path);
    const exchange = await sendOwned(ledger, own, send);
    if (answered(exchange, 2)) standing = own;
    return exchange;
  };
  const get = (query = '') =>
    wire.send({
      method: 'GET',
      path: address.path + query,
      headers: { 'cache-control': 'no-cache' },
      ...(role && { role }),
    });
  return {
    ...address,
    sent,
    made,
    worded: (body) => dress(shop, body, identity),
    get,
    getUntil: (isSettled) => until(get, isSettled, collection.consistency.itemMs),
    head: () => wire.send({ method: 'HEAD', ...part, headers: { 'cache-control': 'no-cache' } }),
    put: (body) => write('PUT', body, collection.replace?.request?.mediaType),
    patch: (body) => write('PATCH', body, collection.patch?.request?.mediaType),
    delete: async () => {
      const exchange = await wire.send({ method: 'DELETE', ...part });
      if (!standing || !answered(exchange, 2, 404, 410)) return exchange;
      ledger.gone(standing);
      standing = undefined;
      return exchange;
    },
  };
}
