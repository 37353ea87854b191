import { compare, type Exchange, type Json, type JsonObject } from '#rule';

export const getMember = (value: Json | undefined, name: string): Json | undefined =>
  compare.getAtPointer(value, compare.buildPointer([name]));

/** The same for the content of a response. */
export const getShown = ({ answer }: Exchange, name: string): Json | undefined => getMember(answer?.json, name);

export const pickMembers = (value: Json | undefined, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, getMember(value, name) ?? 'absent']));

/** Whether a member shows another value than before, which is the sent one. */
export const hasTakenSent = (sent: Json, before: Exchange, after: Exchange): boolean =>
  Object.entries(compare.isObject(sent) ? sent : {}).some(([name, value]) => {
    const shown = getShown(after, name);
    return !compare.isEquivalent(getShown(before, name), shown) && compare.isEquivalent(shown, value);
  });
