import { getAtPointer, getMember, type JsonObject } from '../../model/json.js';
import { isLikelyAssigned } from '../../openapi/recognize/member-traits.js';
import { generalizeMembers } from './generalize-members.js';

/**
 * Infers the schema of a creation from existing items: their members without those that the service sets, computes or
 * changes, judged by names and values. A member that is sometimes null or missing is optional.
 */
export function generalizeCreation(things: readonly JsonObject[], id: string, fullest = things): JsonObject {
  const own = (name: string) => !isLikelyAssigned(name, id) && !things.some((thing) => isDerived(thing, name, id));
  return generalizeMembers(things, own, fullest);
}

/** Whether a text contains the id of the item, such as a self link. */
function isDerived(thing: JsonObject, name: string, pointer: string): boolean {
  const id = getAtPointer(thing, pointer);
  const value = getMember(thing, name);
  if (typeof value !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return false;
  return value.split(/[/?=&#:]/).length > 1 && value.split(/[/?=&#]/).includes(String(id));
}
