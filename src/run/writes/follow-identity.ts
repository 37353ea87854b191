import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { isQuotingMarker } from '../../ledger/marker-match.js';
import { isEquivalent } from '../../model/difference.js';
import { type Exchange, hasStatus, type RawExchange } from '../../model/exchange.js';
import { getMember, isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { readCreatedAddress, readIdFromPath } from '../items/item-address.js';

/** Where the identity of items is followed. */
export interface IdentityContext {
  readonly ledger: LedgerScope;
  readonly collection: Collection;
  readonly baseUrl: string;
}

/**
 * Enters the item that the response to a write names in the ledger, if the run knows no item at its address: an item
 * that got another id, or one that was created although the request was no creation. Nothing is entered without evidence:
 * the marker or the whole content of the written item, or 201 with an address for a request to the collection or one of its items. The old
 * address stays in the ledger until the service says that nothing is there.
 */
export function followIdentity(
  { ledger, collection, baseUrl }: IdentityContext,
  exchange: Exchange | RawExchange,
  own?: LedgerEntry,
  sent?: Json,
): LedgerEntry | undefined {
  const { answer, path } = exchange;
  if (!hasStatus(exchange, 2) || answer === undefined || !('text' in answer)) return undefined;
  const told = readCreatedAddress(collection, exchange as Exchange, baseUrl);
  const plain = path.split('?')[0] ?? '';
  if (told === undefined || told.path === plain || collection.standing?.includes(told.id)) return undefined;
  if (ledger.listEntries().some((entry) => entry.path === told.path)) return undefined;
  const isMoved =
    own !== undefined && (isQuotingMarker(answer.json ?? null, own, collection.marker) || isShowing(answer.json, sent));
  const isCreated =
    hasStatus(exchange, 201) && (plain === collection.path || readIdFromPath(collection, path) !== undefined);
  if (!isMoved && !isCreated) return undefined;
  return ledger.claim(collection.name, own?.mark ?? '', told.path, collection.path);
}

/** Whether a response shows every member that was sent. */
const isShowing = (shown: Json | undefined, sent: Json | undefined): boolean =>
  isObject(shown) &&
  isObject(sent) &&
  Object.keys(sent).length > 0 &&
  Object.entries(sent).every(([name, value]) => isEquivalent(getMember(shown, name) ?? null, value));
