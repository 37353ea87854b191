import { compare, type Exchange, http, type Item, type Json } from '#rule';

/** A merge patch with null for a member that was sent and is shown, and GET after it where it returned success. */
export interface NulledMember {
  readonly name: string;
  readonly patch: Exchange;
  readonly after: Exchange | undefined;
  /** Whether GET no longer shows a value. */
  readonly isGone: boolean;
}

/** The largest number of members of one item that are tried. */
const maxMembers = 12;

/** Sends null for one member after the other. */
export async function nullEachMember(item: Item, before: Exchange): Promise<NulledMember[]> {
  const sent = Object.keys(compare.isObject(item.sent) ? item.sent : {});
  const tried: NulledMember[] = [];
  for (const name of sent.filter((one) => read(before, one) !== null).slice(0, maxMembers)) {
    const patch = await item.patch({ [name]: null });
    const after = http.hasStatus(patch, 200, 204) ? await item.get() : undefined;
    tried.push({ name, patch, after, isGone: after !== undefined && read(after, name) === null });
    if (after && !http.hasStatus(after, 200)) break;
  }
  return tried;
}

const read = ({ answer }: Exchange, name: string): Json =>
  compare.getAtPointer(answer?.json, compare.buildPointer([name])) ?? null;
