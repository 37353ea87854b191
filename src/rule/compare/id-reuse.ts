import { isEquivalent } from '../../model/difference.js';
import { isObject, type Json } from '../../model/json.js';

/** Names of the members that the client sent and the service shows. */
export const listControlledMembers = (sent: Json, shown: Json | undefined): string[] =>
  isObject(sent) && isObject(shown) ? Object.keys(sent).filter((name) => Object.hasOwn(shown, name)) : [];

/** Whether what answers at an address is another thing than before, with other values of the client: the id was given out again. */
export function isIdReused(sent: Json, before: Json | undefined, after: Json | undefined): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  return listControlledMembers(sent, before).some(
    (name) => Object.hasOwn(after, name) && !isEquivalent(before[name], after[name]),
  );
}
