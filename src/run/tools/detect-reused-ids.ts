import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Identity } from '../identity/identity.js';
import type { ItemAddress } from './item-address.js';
import type { ItemFactory } from './item-factory.js';

/** What one thing can be known by: its mark, and texts that nothing else was given. */
export const listIdentityTexts = ({ mark, uniques }: Identity): string[] => [
  mark,
  ...Object.values(uniques)
    .filter((value) => typeof value === 'string' && value.length >= 6)
    .map(String),
];

/** A creation that was answered with an address, and how to make another like it. */
export interface AddressedCreation {
  readonly shop: ItemFactory;
  /** Whether this is still to be found out for the collection. */
  readonly isOpen: boolean;
  readonly told: ItemAddress;
  readonly exchange: Exchange;
  readonly identity: Identity;
  /** Makes another one; gives its path, and takes it over when told so. */
  readonly again: () => Promise<{ readonly path: string; own(): void } | undefined>;
}

/**
 * Whether a creation was answered with something that was there before: an item of the list as it was, or one that shows
 * nothing of what was sent and is answered to the next creation, too; where nothing stood, there is nothing to be taken for ours. Whoever gets what is there, or makes it, is no worse for it; but it is not ours to change.
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

/** Whether an answer shows something that only this thing was given, in whatever case. */
export const hasIdentityText = ({ answer }: Exchange, identity: Identity): boolean => {
  const text = answer?.text.toLowerCase() ?? '';
  return listIdentityTexts(identity).some((sign) => text.includes(sign.toLowerCase()));
};
