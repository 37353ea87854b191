import {
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  heldWithNote,
  http,
  type Item,
  inconclusive,
  type Json,
  type JsonObject,
  type JudgingTools,
  needs,
  violated,
} from '#rule';
import { getMember, getShown } from '../../_shared/members.js';

/** Bodies of a write have typed values: JSON has types, a form has text only. */
export const typedWrites = (role: 'replace' | 'patch') =>
  needs.defineNeed('collection', {
    name: 'typed bodies of writes',
    reason: 'the write takes a form, in which every value is text',
    enable: `resources[].${role}.mediaType`,
    isMet: (collection) => !http.parseMediaType(collection[role]?.request?.mediaType).isForm,
  });

/** A member that a write set to another value with success, and then to its empty value: zero, false, or an empty list. */
export interface EmptiedMember {
  readonly name: string;
  readonly empty: Json;
  /** The value that GET showed after the first write. */
  readonly filled: Json;
  readonly control: Exchange;
  readonly write: Exchange;
  /** GET after the second write where it returned success. */
  readonly after: Exchange | undefined;
}

const maxPatched = 5;

/** A body whose flags are false, so that a write visibly sets them. */
export const clearFlags = (body: Json): Json =>
  compare.isObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === true ? false : value]))
    : body;

/**
 * Sets members to a generated value that is not empty and then to their empty value. Members that do not show the first
 * value are left out: clients may not change them, or the service normalizes them. A number that stays is set to another one
 * and then to zero again: a service may raise zero to the least value, and the first number may have been that.
 */
export async function emptyEachMember(
  item: Item,
  before: Exchange,
  drawn: readonly JsonObject[],
  send: (name: string, value: Json) => Promise<Exchange>,
): Promise<EmptiedMember[]> {
  const rounds: EmptiedMember[] = [];
  for (const name of Object.keys(compare.isObject(item.sent) ? item.sent : {})) {
    const shown = getShown(before, name);
    const values = drawn.flatMap((body) => getMember(body, name) ?? []).filter(hasContent);
    const [filled] = values.filter((value) => !compare.isEquivalent(value, shown));
    const other = values.find((value) => !compare.isEquivalent(value, filled));
    if (filled === undefined || shown === undefined || rounds.length >= maxPatched) continue;
    const round = await emptyTwice(item, name, [filled, other], send);
    if (round) rounds.push(round);
  }
  return rounds;
}

async function emptyTwice(
  item: Item,
  name: string,
  [filled, other]: readonly [Json, Json | undefined],
  send: (name: string, value: Json) => Promise<Exchange>,
): Promise<EmptiedMember | undefined> {
  const round = await emptyMember(item, name, filled, send);
  if (round === undefined || !isKept(round) || typeof filled !== 'number') return round;
  return other === undefined ? undefined : emptyMember(item, name, other, send);
}

/** One round; undefined where the control did not store its value. A value that stays is read again after the usual lag. */
async function emptyMember(
  item: Item,
  name: string,
  filled: Json,
  send: (name: string, value: Json) => Promise<Exchange>,
): Promise<EmptiedMember | undefined> {
  const empty = getEmptyValue(filled);
  if (empty === undefined) return undefined;
  const control = await send(name, filled);
  const isSet = (look: Exchange) => compare.isEquivalent(getShown(look, name), filled);
  if (!http.hasStatus(control, 200, 204) || !isSet(await item.getUntil(isSet))) return undefined;
  const write = await send(name, empty);
  const round = { name, empty, filled, control, write };
  if (!http.hasStatus(write, 200, 204)) return { ...round, after: undefined };
  const after = await item.getUntil((look) => !isSet(look));
  if (!isSet(after)) return { ...round, after };
  await http.pause(http.typicalReadLagMs);
  return { ...round, after: await item.get() };
}

const isKept = ({ name, filled, after }: EmptiedMember): boolean =>
  after !== undefined && compare.isEquivalent(getShown(after, name), filled);

const getEmptyValue = (value: Json | undefined): Json | undefined =>
  typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : Array.isArray(value) ? [] : undefined;

const hasContent = (value: Json | undefined): boolean => {
  const empty = getEmptyValue(value);
  return empty !== undefined && !compare.isEquivalent(value, empty);
};

/** Whether the known schemas allow the empty value of a member. */
function isDescribed(
  sent: Json,
  name: string,
  empty: Json,
  { collection: { create, replace, patch }, findBreaches }: JudgingTools,
): boolean {
  const whole = compare.isObject(sent) ? { ...sent, [name]: empty } : sent;
  const schemas = [patch, replace, create].map((one) => one?.request?.schema).filter((schema) => schema !== undefined);
  const at = compare.buildPointer([name]);
  return !schemas.some((schema) => findBreaches(schema, whole).some(({ pointer }) => pointer.startsWith(at)));
}

/** Members of generated bodies that have no meaning for other items: no unique values, references or states. */
export function selectFreeMembers(drawn: readonly Json[], { unique, overrides, states }: Collection): JsonObject[] {
  const taken = [...unique, ...Object.keys(overrides), ...(states ? [states.pointer] : [])];
  const names = new Set(taken.map((place) => compare.parsePointer(place)[0]));
  return drawn
    .filter(compare.isObject)
    .map((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name))));
}

/** Violated where a write with success left the value that the control had stored. */
export function judgeEmptied(sent: Json, rounds: readonly EmptiedMember[], judging: JudgingTools): Finding {
  for (const round of rounds) {
    const { name, empty, filled, control, write, after } = round;
    if (after === undefined) continue;
    if (http.isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
    const at = compare.buildPointer([name]);
    if (!isKept(round) || !isDescribed(sent, name, empty, judging)) continue;
    const mediaType = judging.collection.patch?.request?.mediaType;
    if (Array.isArray(empty) && write.method === 'PATCH' && !http.parseMediaType(mediaType).isMergePatch)
      return heldWithNote(`PATCH takes ${at}: [], and leaves the list; the media type does not say what that means`);
    return violated({ expected: { [at]: empty }, actual: { [at]: filled }, shows: [control, write, after] });
  }
  return held;
}
