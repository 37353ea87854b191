import { isEquivalent } from '../../model/difference.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { CaseRequest } from './request-content.js';

/** The members that PUT must have as GET shows them, such as a revision, by the place of the request; none where a trial showed that. */
export type CarriedMembers = Map<string, readonly string[]>;

interface Carrying<T extends Exchange> {
  readonly place: string;
  readonly carried: CarriedMembers;
  readonly read: () => Promise<Exchange>;
  readonly send: (order: CaseRequest) => Promise<T>;
}

/**
 * Sends a PUT again that was refused with 409 before the checks: some services want to see which state of the item it replaces. It gets
 * what GET shows and it lacks; of that, the members that it then changed are carried by every later PUT there.
 */
export async function learnCarried<T extends Exchange>(
  refused: T,
  order: CaseRequest,
  { place, carried, read, send }: Carrying<T>,
): Promise<T> {
  const { json } = order;
  if (!isObject(json)) return refused;
  const before = await readMembers(read);
  const missing = Object.keys(before).filter((name) => !Object.hasOwn(json, name));
  carried.set(place, []);
  const accepted = missing.length === 0 ? refused : await send(addMembers(order, before, missing));
  if (!hasStatus(accepted, 2)) return refused;
  const after = await readMembers(read);
  carried.set(
    place,
    missing.filter((name) => !isEquivalent(before[name] ?? null, after[name] ?? null)),
  );
  return accepted;
}

/** A PUT with the members that it must carry, as GET shows them. */
export const carryMembers = async (
  order: CaseRequest,
  names: readonly string[],
  read: () => Promise<Exchange>,
): Promise<CaseRequest> => (names.length === 0 ? order : addMembers(order, await readMembers(read), names));

async function readMembers(read: () => Promise<Exchange>): Promise<JsonObject> {
  const shown = await read();
  return hasStatus(shown, 200) && isObject(shown.answer?.json) ? shown.answer.json : {};
}

/** Adds members that the content does not have; what is wrong with a text stays as it is. */
function addMembers(order: CaseRequest, shown: JsonObject, names: readonly string[]): CaseRequest {
  const { json, text } = order;
  const added = Object.fromEntries(names.flatMap((name) => (name in shown ? [[name, shown[name] ?? null]] : [])));
  if (isObject(json)) return { ...order, json: { ...added, ...json } };
  const inside = JSON.stringify(added).slice(1, -1);
  const separator = /^\s*\{\s*\}/.test(text ?? '') ? '' : ',';
  return text === undefined || inside === ''
    ? order
    : { ...order, text: text.replace(/^\s*\{/, (start) => `${start}${inside}${separator}`) };
}
