import { compare, type Exchange, http, type Item, type Json } from '#rule';

/** A patch with null for one member, and GET after it where it returned success. */
export interface RemovedMember {
  readonly name: string;
  readonly patch: Exchange;
  readonly after: Exchange | undefined;
}

/** Sends null for each member that is shown and whose generated value is no default: the marker, arrays and objects. */
export async function removeEachMember(
  item: Item,
  before: Exchange,
  marker: string | undefined,
): Promise<RemovedMember[]> {
  const read = ({ answer }: Exchange, name: string) => compare.getAtPointer(answer?.json, compare.buildPointer([name]));
  const isMarker = (name: string) => marker === compare.buildPointer([name]);
  const isFilled = (value: Json) => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const rounds = [];
  for (const [name, value] of Object.entries(compare.isObject(item.sent) ? item.sent : {})) {
    if (read(before, name) === undefined || !(isFilled(value) || (isMarker(name) && typeof value === 'string')))
      continue;
    const patch = await item.patch({ [name]: null });
    const isAccepted = http.hasStatus(patch, 200, 204);
    const isGone = (look: Exchange) => (read(look, name) ?? null) === null;
    rounds.push({ name, patch, after: isAccepted ? await item.getUntil(isGone) : undefined });
  }
  return rounds;
}
