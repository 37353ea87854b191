import { compare, type Exchange, http, type Item, type Json, type JsonObject, type JudgingTools } from '#rule';

/** A member that PATCH set to another value with success, and then to its empty value: zero, false, or an empty list. */
export interface EmptiedMember {
  readonly name: string;
  readonly empty: Json;
  /** The value that GET showed after the first patch. */
  readonly filled: Json;
  readonly control: Exchange;
  readonly patch: Exchange;
  /** GET after the second patch where it returned success. */
  readonly after: Exchange | undefined;
}

/** The most members that one case patches. */
const maxMembers = 5;

/** A body whose flags are false, so that a patch visibly sets them. */
export const clearFlags = (body: Json): Json =>
  compare.isObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === true ? false : value]))
    : body;

/**
 * Sets members to a generated value that is not empty and then to their empty value. Members that do not show the first
 * value are left out: clients may not change them, or the service normalizes them.
 */
export async function emptyEachMember(
  item: Item,
  before: Exchange,
  drawn: readonly JsonObject[],
): Promise<EmptiedMember[]> {
  const rounds: EmptiedMember[] = [];
  for (const name of Object.keys(compare.isObject(item.sent) ? item.sent : {})) {
    const shown = getShown(before, name);
    const filled = drawn
      .map((body) => body[name])
      .find((value) => isFilled(value) && !compare.isEquivalent(value, shown));
    const empty = getEmptyValue(filled);
    if (filled === undefined || empty === undefined || shown === undefined || rounds.length >= maxMembers) continue;
    const control = await item.patch({ [name]: filled });
    const isSet = (look: Exchange) => compare.isEquivalent(getShown(look, name), filled);
    if (!http.hasStatus(control, 200, 204) || !isSet(await item.getUntil(isSet))) continue;
    const patch = await item.patch({ [name]: empty });
    const isUnset = (look: Exchange) => !isSet(look);
    const after = http.hasStatus(patch, 200, 204) ? await item.getUntil(isUnset) : undefined;
    rounds.push({ name, empty, filled, control, patch, after });
  }
  return rounds;
}

const getEmptyValue = (value: Json | undefined): Json | undefined =>
  typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : Array.isArray(value) ? [] : undefined;

const isFilled = (value: Json | undefined): boolean => {
  const empty = getEmptyValue(value);
  return empty !== undefined && !compare.isEquivalent(value, empty);
};

const getShown = ({ answer }: Exchange, name: string): Json | undefined =>
  compare.getAtPointer(answer?.json, compare.buildPointer([name]));

/** Whether the known schemas allow the empty value of a member. */
export function isDescribed(
  sent: Json,
  name: string,
  empty: Json,
  { collection: { create, patch }, findBreaches }: JudgingTools,
): boolean {
  const whole = compare.isObject(sent) ? { ...sent, [name]: empty } : sent;
  const schemas = [patch?.request?.schema, create?.request?.schema].filter((schema) => schema !== undefined);
  const at = compare.buildPointer([name]);
  return !schemas.some((schema) => findBreaches(schema, whole).some(({ pointer }) => pointer.startsWith(at)));
}
