import { compare, type Exchange, http, type Item, type JsonObject } from '#rule';

/** What PATCH of an item returned with the values that the item has: with all members, with one, and with all but one. */
export interface DemandedMembers {
  readonly made: Exchange;
  readonly whole: Exchange;
  readonly again: Exchange;
  readonly single: readonly PatchedPart[];
  readonly without: readonly PatchedPart[];
}

interface PatchedPart {
  readonly name: string;
  readonly sent: JsonObject;
  readonly patch: Exchange;
}

/** Fewest members of a body that can show it: two may depend on each other. */
const fewestMembers = 3;
const mostTried = 6;

/** Sends parts of what a new item was created with: nothing changes, so that only what is missing can be a reason to refuse one. */
export async function patchParts(item: Item): Promise<DemandedMembers | undefined> {
  const sent = compare.isObject(item.sent) ? item.sent : {};
  const names = Object.keys(sent).slice(0, mostTried);
  if (names.length < fewestMembers) return undefined;
  const patchEach = async (select: (name: string) => JsonObject) => {
    const parts: PatchedPart[] = [];
    for (const name of names) parts.push({ name, sent: select(name), patch: await item.patch(select(name)) });
    return parts;
  };
  const whole = await item.patch(sent);
  if (!http.hasStatus(whole, 2)) return undefined;
  const single = await patchEach((name) => ({ [name]: sent[name] ?? null }));
  const without = await patchEach((name) => omit(sent, name));
  return { made: item.createdBy, whole, single, without, again: await item.patch(sent) };
}

const omit = ({ ...members }: Record<string, JsonObject[string]>, name: string): JsonObject => {
  delete members[name];
  return members;
};

/** Fewest members that are demanded as a whole: one or two may be the kind of the item, its version, or a pair. */
const fewestDemanded = 3;

/** The members without which each PATCH is refused, where each that names one member is. */
export function findDemanded({ single, without, again }: DemandedMembers): readonly PatchedPart[] {
  const isRefused = ({ patch }: PatchedPart) => http.hasStatus(patch, 400, 422);
  const demanded = without.filter(isRefused);
  return http.hasStatus(again, 2) && single.every(isRefused) && demanded.length >= fewestDemanded ? demanded : [];
}
