import { isEquivalent } from '../../model/difference.js';
import { isObject, type Json } from '../../model/json.js';

/** Names of the members that the client sent and the service returned. */
export const listControlledMembers = (sent: Json, shown: Json | undefined): string[] =>
  isObject(sent) && isObject(shown) ? Object.keys(sent).filter((name) => Object.hasOwn(shown, name)) : [];

/** Whether another item answers at an address than before, with other client values: the id was reused. */
export function isIdReused(sent: Json, before: Json | undefined, after: Json | undefined): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  return listControlledMembers(sent, before).some(
    (name) => Object.hasOwn(after, name) && !isEquivalent(before[name], after[name]),
  );
}
