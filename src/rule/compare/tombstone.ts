import { getAtPointer, getMember, isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';

/** Whether a representation is a tombstone, by the declared member. */
export function isTombstone({ deletion }: Pick<Collection, 'deletion'>, shown: Json | undefined): boolean {
  const { tombstone } = deletion;
  if (tombstone === undefined || shown === undefined) return false;
  return isSet(getAtPointer(shown, tombstone));
}

/** Whether a representation says by itself that its item is deleted. A client may archive an item that exists. */
export function saysDeleted(collection: Pick<Collection, 'deletion'>, shown: Json | undefined): boolean {
  if (!isObject(shown)) return false;
  const own = Object.entries(shown).filter(([name, value]) => !/archived/i.test(`${name} ${String(value)}`));
  return isTombstone(collection, shown) || isNewlyDeleted(undefined, Object.fromEntries(own));
}

const deletedMemberPattern = /^(is)?(deleted|removed|trashed|archived)(at|on|date|time)?$/i;
const stateMemberPattern = /^(status|state|lifecycle)$/i;
const deletedStatePattern = /^(deleted|removed|trashed|archived|purged)$/i;

/** Whether a representation became a tombstone, by common undeclared members: many services keep deleted items. */
export function isNewlyDeleted(before: Json | undefined, after: Json | undefined): boolean {
  if (!isObject(after)) return false;
  const old = isObject(before) ? before : {};
  return Object.entries(after).some(([name, value]) => {
    const plain = name.replace(/[_-]/g, '');
    if (deletedMemberPattern.test(plain)) return isSet(value) && !isSet(getMember(old, name));
    const isState = stateMemberPattern.test(plain) && typeof value === 'string' && deletedStatePattern.test(value);
    return isState && old[name] !== value;
  });
}

const isSet = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
