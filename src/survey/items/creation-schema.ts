import { getAtPointer, type JsonObject } from '../../model/json.js';
import { isLikelyAssigned } from '../../openapi/recognize/member-traits.js';
import { generalizeMembers } from './generalize-members.js';

/**
 * The schema of a body that makes another one of these: their members without what the service sets, computes or moves
 * by itself, as far as names and values tell; of a member that is sometimes null or missing nobody has to send anything.
 */
export function generalizeCreation(things: readonly JsonObject[], id: string, fullest = things): JsonObject {
  const own = (name: string) => !isLikelyAssigned(name, id) && !things.some((thing) => isDerived(thing, name, id));
  return generalizeMembers(things, own, fullest);
}

/** Whether a text is made from the id of the thing: a link to itself, say. */
function isDerived(thing: JsonObject, name: string, pointer: string): boolean {
  const id = getAtPointer(thing, pointer);
  const value = thing[name];
  if (typeof value !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return false;
  return value.split(/[/?=&#:]/).length > 1 && value.split(/[/?=&#]/).includes(String(id));
}
