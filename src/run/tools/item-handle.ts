import type { LedgerEntry } from '../../ledger/entry.js';
import { type Exchange, hasStatus, isPending } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { isNewlyDeleted } from '../../rule/compare/tombstone.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { Item } from '../../rule/items.js';
import type { Identity } from '../identity/identity.js';
import { announceWrite, digestRequestMarkers } from './announce-write.js';
import { awaitCompletion } from './await-completion.js';
import { buildContent, type CaseClient } from './case-client.js';
import type { ItemAddress } from './item-address.js';
import { type ItemFactory, prepareItemBody } from './item-factory.js';
import { sendOwned } from './send-owned.js';
import { pollUntil } from './walk-list.js';

/** Options of a handle. */
export interface HandleOptions {
  readonly identity: Identity;
  readonly sent: Json;
  readonly made: Exchange;
  /** Its ledger entry; an item that does not exist or was not created by the run has none. */
  readonly entry: LedgerEntry | undefined;
  /** An item of another owner is never cleaned up. */
  readonly isForeign?: boolean;
  readonly role?: 'control' | undefined;
}

/** Creates a handle on one item; what is done through it is entered in the ledger. */
export function createHandle(
  shop: ItemFactory,
  address: ItemAddress,
  { identity, sent, made, entry, role, isForeign }: HandleOptions,
): Item {
  const { collection, wire, ledger } = shop;
  let standing = entry;
  let isRemoved = false;
  const part = { path: address.path, ...(role && { role }) };
  const write = async (method: 'PUT' | 'PATCH', body: Json, mediaType: string | undefined) => {
    const send = async () =>
      followAccepted(shop, await wire.send({ method, ...part, ...buildContent(body, mediaType) }));
    if (standing !== undefined) announceWrite(shop, { method, path: address.path, json: body });
    if (standing !== undefined || isForeign) return send();
    const own = ledger.intend(collection.name, identity.mark, {
      at: collection.path,
      bears: digestRequestMarkers({ json: body }, identity.mark, collection),
    });
    ledger.recordCreated(own, address.path);
    const exchange = await sendOwned(ledger, own, send);
    if (hasStatus(exchange, 2)) standing = own;
    return exchange;
  };
  const read = createReader(wire, part);
  const get = async (query = '') => {
    const exchange = await read(query);
    if (isRemoved) noteAfterRemoval(shop, { identity, made }, exchange);
    return exchange;
  };
  return {
    ...address,
    sent,
    createdBy: made,
    prepare: (body) => prepareItemBody(shop, body, identity),
    get,
    getUntil: (isSettled) => pollUntil(get, isSettled, collection.consistency.itemMs),
    head: () => wire.send({ method: 'HEAD', ...part, headers: { 'cache-control': 'no-cache' } }),
    put: (body) => write('PUT', body, collection.replace?.request?.mediaType),
    patch: (body) => write('PATCH', body, collection.patch?.request?.mediaType),
    delete: async () => {
      const exchange = await followAccepted(shop, await wire.send({ method: 'DELETE', ...part }), get);
      const isPurged = shop.purges?.[collection.name] !== undefined;
      if (!standing || isPurged || isPending(exchange) || !hasStatus(exchange, 2, 410)) return exchange;
      ledger.recordGone(standing);
      standing = undefined;
      isRemoved = true;
      return exchange;
    },
  };
}

const createReader =
  ({ send }: CaseClient, { path, ...part }: Pick<HttpRequest, 'path' | 'role'>) =>
  (query: string) =>
    send({ method: 'GET', path: path + query, headers: { 'cache-control': 'no-cache' }, ...part });

/** Records what a read shows after a removal: an undeclared tombstone, or the item itself, identified by its marker. */
function noteAfterRemoval(
  { collection: { name, deletion }, addressing }: ItemFactory,
  { identity, made }: Pick<HandleOptions, 'identity' | 'made'>,
  { path, answer }: Exchange,
): void {
  if (deletion.mode === 'soft') return;
  const isShown = answer?.status === 200;
  const isBuried = isShown && isNewlyDeleted(made.answer?.json, answer.json);
  if (isBuried) addressing.recordTombstone(name);
  addressing.recordLingering(name, path, isShown && !isBuried && (answer.text ?? '').includes(identity.mark));
}

/** Follows an accepted request until it completes; a removal without a status monitor, until the item is gone. */
async function followAccepted(shop: ItemFactory, exchange: Exchange, get?: () => Promise<Exchange>): Promise<Exchange> {
  if (!hasStatus(exchange, 202)) return exchange;
  const { isDone } = await awaitCompletion({ ...shop, self: exchange.path }, exchange);
  if (isDone || get === undefined) return { ...exchange, isDone };
  const look = await pollUntil(get, (seen) => hasStatus(seen, 404, 410), maxRemovalMs);
  return { ...exchange, isDone: hasStatus(look, 404, 410) };
}

/** Maximum wait for an accepted removal without a status monitor, in milliseconds. */
const maxRemovalMs = 3_000;
