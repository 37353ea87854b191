import type { Entry } from '../../ledger/entry.js';
import { answered, type Exchange, isPending } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { looksDeleted } from '../../rule/compare/tombstone.js';
import type { Order } from '../../rule/http/request.js';
import type { Item } from '../../rule/items.js';
import type { Identity } from '../identity/identity.js';
import { announceWrite, bearingIn } from './announce-write.js';
import { follow } from './await-completion.js';
import { carrying, type Wire } from './case-client.js';
import type { Address } from './item-address.js';
import { dress, type Workshop } from './item-factory.js';
import { sendOwned } from './send-owned.js';
import { until } from './walk-list.js';

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
  let isRemoved = false;
  const part = { path: address.path, ...(role && { role }) };
  const write = async (method: 'PUT' | 'PATCH', body: Json, mediaType: string | undefined) => {
    const send = async () => following(shop, await wire.send({ method, ...part, ...carrying(body, mediaType) }));
    if (standing !== undefined) announceWrite(shop, { method, path: address.path, json: body });
    if (standing !== undefined || isForeign) return send();
    const own = ledger.intend(collection.name, identity.mark, {
      at: collection.path,
      bears: bearingIn({ json: body }, identity.mark, collection),
    });
    ledger.made(own, address.path);
    const exchange = await sendOwned(ledger, own, send);
    if (answered(exchange, 2)) standing = own;
    return exchange;
  };
  const read = reading(wire, part);
  const get = async (query = '') => {
    const exchange = await read(query);
    if (isRemoved) noteAfterwards(shop, { identity, made }, exchange);
    return exchange;
  };
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
      const exchange = await following(shop, await wire.send({ method: 'DELETE', ...part }), get);
      const isPurged = shop.purges?.[collection.name] !== undefined;
      if (!standing || isPurged || isPending(exchange) || !answered(exchange, 2, 410)) return exchange;
      ledger.gone(standing);
      standing = undefined;
      isRemoved = true;
      return exchange;
    },
  };
}

const reading =
  ({ send }: Wire, { path, ...part }: Pick<Order, 'path' | 'role'>) =>
  (query: string) =>
    send({ method: 'GET', path: path + query, headers: { 'cache-control': 'no-cache' }, ...part });

/** What is shown of a thing that was removed: a tombstone that nobody declared, or the thing itself, which its mark tells from another one. */
function noteAfterwards(
  { collection: { name, deletion }, addressing }: Workshop,
  { identity, made }: Pick<Held, 'identity' | 'made'>,
  { path, answer }: Exchange,
): void {
  if (deletion.mode === 'soft') return;
  const isShown = answer?.status === 200;
  const isBuried = isShown && looksDeleted(made.answer?.json, answer.json);
  if (isBuried) addressing.buries(name);
  addressing.lingers(name, path, isShown && !isBuried && (answer.text ?? '').includes(identity.mark));
}

/** What was accepted only is followed to its end; a removal that has no monitor, to where the thing is gone. */
async function following(shop: Workshop, exchange: Exchange, get?: () => Promise<Exchange>): Promise<Exchange> {
  if (!answered(exchange, 202)) return exchange;
  const { isDone } = await follow({ ...shop, self: exchange.path }, exchange);
  if (isDone || get === undefined) return { ...exchange, isDone };
  const look = await until(get, (seen) => answered(seen, 404, 410), removalMs);
  return { ...exchange, isDone: answered(look, 404, 410) };
}

/** How long it is waited for an accepted removal that nobody tells the end of, in milliseconds. */
const removalMs = 3_000;
