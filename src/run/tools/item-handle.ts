import type { WriteRecord } from '../../http/write-record.js';
import type { LedgerEntry } from '../../ledger/entry.js';
import { permitWrite } from '../../ledger/permit-write.js';
import { type Exchange, hasStatus, isPending } from '../../model/exchange.js';
import { getMember, type Json } from '../../model/json.js';
import { isNewlyDeleted } from '../../rule/compare/tombstone.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { Item } from '../../rule/items.js';
import type { Identity } from '../identity/identity.js';
import { announceWrite, digestRequestMarkers } from '../writes/announce-write.js';
import { followIdentity } from '../writes/follow-identity.js';
import { requireOwnItem, requirePermitted } from '../writes/require-permitted.js';
import { sendOwned } from '../writes/send-owned.js';
import { awaitCompletion } from './await-completion.js';
import { buildContent, type CaseClient } from './case-client.js';
import type { ItemAddress } from './item-address.js';
import { type ItemFactory, prepareItemBody } from './item-factory.js';
import { pollUntil } from './walk-list.js';

export interface HandleOptions {
  readonly identity: Identity;
  readonly sent: Json;
  readonly made: Exchange;
  /** Its ledger entry; an item that does not exist or was not created by the run has none. */
  readonly entry: LedgerEntry | undefined;
  readonly role?: 'control' | undefined;
}

/** Creates a handle on one item; what is done through it is entered in the ledger. */
export function createHandle(
  shop: ItemFactory,
  address: ItemAddress,
  { identity, sent, made, entry, role }: HandleOptions,
): Item {
  const { collection, wire, ledger } = shop;
  const own: OwnEntry = { entry };
  let isRemoved = false;
  const part = { path: address.path, ...(role && { role }) };
  const write = createItemWriter({ shop, identity, part, own });
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
      requireWritable(shop, { method: 'DELETE', path: address.path });
      const record = own.entry ? permitWrite(own.entry) : ledger.recordRequest('DELETE', address.path);
      const exchange = await followAccepted(shop, await wire.send({ method: 'DELETE', ...part, record }), get);
      if (!own.entry || isPending(exchange) || !hasStatus(exchange, 2, 410)) return exchange;
      shop.addressing.recordRemoved(collection.name);
      // Purge steps follow when the case is over.
      if (getMember(shop.purges, collection.name) !== undefined) return exchange;
      ledger.recordRemoved(own.entry);
      own.entry = undefined;
      isRemoved = true;
      return exchange;
    },
  };
}

/** Ends the case when the profile switches the method off, or when the run did not create the item. */
function requireWritable(
  { collection, ledger }: ItemFactory,
  order: { readonly method: 'PUT' | 'PATCH' | 'DELETE'; readonly path: string },
): void {
  requirePermitted(collection, order);
  requireOwnItem(collection, order, ledger);
}

/** The ledger entry of an item, as long as the item exists. */
interface OwnEntry {
  entry: LedgerEntry | undefined;
}

interface ItemWriterParts extends Pick<HandleOptions, 'identity'> {
  readonly shop: ItemFactory;
  readonly part: Pick<HttpRequest, 'path' | 'role'>;
  readonly own: OwnEntry;
}

/** Creates the PUT and PATCH of one item. A write to a path without an item of the run may create one. */
function createItemWriter({ shop, identity, part, own }: ItemWriterParts) {
  const { collection, wire, ledger } = shop;
  return async (method: 'PUT' | 'PATCH', body: Json, mediaType: string | undefined): Promise<Exchange> => {
    const { path } = part;
    requireWritable(shop, { method, path });
    const send = async (record: WriteRecord) =>
      followAccepted(shop, await wire.send({ method, ...part, ...buildContent(body, mediaType), record }));
    const known = own.entry;
    if (known !== undefined) {
      announceWrite(shop, { method, path, json: body });
      const exchange = await send(permitWrite(known));
      followIdentity(shop, exchange, known, body);
      return exchange;
    }
    const entry = ledger.intend(collection.name, identity.mark, {
      at: collection.path,
      bears: digestRequestMarkers({ json: body }, identity.mark, collection),
    });
    ledger.recordCreated(entry, path);
    const exchange = await sendOwned(ledger, entry, () => send(permitWrite(entry)));
    followIdentity(shop, exchange, entry, body);
    if (hasStatus(exchange, 2)) own.entry = entry;
    return exchange;
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
