import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Identity } from '../identity/identity.js';
import type { ItemAddress } from './item-address.js';
import type { ItemFactory } from './item-factory.js';

/** Texts that identify an item: its marker and its unique values. */
export const listIdentityTexts = ({ mark, uniques }: Identity): string[] => [
  mark,
  ...Object.values(uniques)
    .filter((value) => typeof value === 'string' && value.length >= 6)
    .map(String),
];

/** A creation whose response has an address, and a way to create a second item. */
export interface AddressedCreation {
  readonly shop: ItemFactory;
  /** Whether this is still unknown for the collection. */
  readonly isOpen: boolean;
  readonly told: ItemAddress;
  readonly exchange: Exchange;
  readonly identity: Identity;
  /** Creates another item. Returns its path, and `own` to enter it in the ledger. */
  readonly again: () => Promise<{ readonly path: string; own(): void } | undefined>;
}

/**
 * Whether the response to a creation names an item that existed before: an unchanged item of the list, or an item
 * without the sent content that a second creation returns, too. Returning an existing item is legal, but the run must
 * not change it.
 */
export async function isExistingItem({
  shop,
  isOpen,
  told,
  exchange,
  identity,
  again,
}: AddressedCreation): Promise<boolean> {
  const { standing = [] } = shop.collection;
  if (standing.includes(told.id)) return true;
  if (!isOpen || standing.length === 0 || hasIdentityText(exchange, identity)) return false;
  const read = await shop.wire.trySend({ method: 'GET', path: told.path, role: 'control' });
  if (hasStatus(read, 200) && hasIdentityText(read, identity)) return false;
  const twin = await again();
  if (twin?.path === told.path) return true;
  twin?.own();
  return false;
}

/** Whether a response contains a text that identifies this item, ignoring case. */
export const hasIdentityText = ({ answer }: Exchange, identity: Identity): boolean => {
  const text = answer?.text.toLowerCase() ?? '';
  return listIdentityTexts(identity).some((sign) => text.includes(sign.toLowerCase()));
};
