import { type Collection, compare, type Exchange, http, type Item, type Json } from '#rule';

/** A merge patch with null for a member that the document requires, and GET after it where it returned success. */
export interface RequiredMember {
  readonly name: string;
  readonly patch: Exchange;
  readonly after: Exchange | undefined;
  /** Whether GET no longer shows a value. */
  readonly isGone: boolean;
}

/** Sends null for each member that the document requires and GET shows, one after the other, until a patch is accepted. */
export async function removeRequiredMembers(
  item: Item,
  before: Exchange,
  { create }: Collection,
): Promise<RequiredMember[]> {
  const tried: RequiredMember[] = [];
  for (const name of listRequired(create?.request?.schema).filter((one) => read(before, one) !== null)) {
    const patch = await item.patch({ [name]: null });
    const after = http.hasStatus(patch, 200, 204) ? await item.get() : undefined;
    tried.push({ name, patch, after, isGone: after !== undefined && read(after, name) === null });
    if (after) break;
  }
  return tried;
}

const read = ({ answer }: Exchange, name: string): Json =>
  compare.getAtPointer(answer?.json, compare.buildPointer([name])) ?? null;

type Schema = NonNullable<Collection['item']>;

/** The required members of an object, also those of the parts that it is composed of. */
function listRequired(schema: Schema | Json | undefined): string[] {
  if (!compare.isObject(schema as Json)) return [];
  const { required, allOf } = schema as { readonly required?: Json; readonly allOf?: Json };
  const parts = Array.isArray(allOf) ? allOf.flatMap(listRequired) : [];
  const own = Array.isArray(required) ? required.filter((one): one is string => typeof one === 'string') : [];
  return [...new Set([...own, ...parts])];
}
