import { at, type JsonObject } from '../../model/json.js';
import { looksAssigned } from '../../openapi/recognize/member-traits.js';
import { membersLike } from './generalize-members.js';

/**
 * The schema of a body that makes another one of these: their members without what the service sets, computes or moves
 * by itself, as far as names and values tell; of a member that is sometimes null or missing nobody has to send anything.
 */
export function creationLike(things: readonly JsonObject[], id: string, fullest = things): JsonObject {
  const own = (name: string) => !looksAssigned(name, id) && !things.some((thing) => isDerived(thing, name, id));
  return membersLike(things, own, fullest);
}

/** Whether a text is made from the id of the thing: a link to itself, say. */
function isDerived(thing: JsonObject, name: string, pointer: string): boolean {
  const id = at(thing, pointer);
  const value = thing[name];
  if (typeof value !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return false;
  return value.split(/[/?=&#:]/).length > 1 && value.split(/[/?=&#]/).includes(String(id));
}
