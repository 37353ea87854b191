import { type Collection, compare, type Exchange, http, type Item, type Json } from '#rule';

/** A patch with null for one member, and GET after it where it returned success. */
export interface RemovedMember {
  readonly name: string;
  readonly patch: Exchange;
  readonly after: Exchange | undefined;
}

/** Length from which on a generated text is hardly a default. */
const minFreeLength = 3;

/**
 * Sends null for each member that is shown and whose generated value is no default: the marker, arrays, objects, and texts that are
 * not one of a few.
 */
export async function removeEachMember(
  item: Item,
  before: Exchange,
  { marker, create }: Pick<Collection, 'marker' | 'create'>,
): Promise<RemovedMember[]> {
  const read = ({ answer }: Exchange, name: string) => compare.getAtPointer(answer?.json, compare.buildPointer([name]));
  const isMarker = (name: string) => marker === compare.buildPointer([name]);
  const isFilled = (value: Json) => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const { properties } = compare.isObject(create?.request?.schema) ? create.request.schema : {};
  const isFree = (name: string, value: Json) => {
    const schema = compare.isObject(properties) ? properties[name] : undefined;
    const isOpen = compare.isObject(schema) && schema.enum === undefined && schema.default !== value;
    return typeof value === 'string' && value.length >= minFreeLength && isOpen;
  };
  const rounds = [];
  for (const [name, value] of Object.entries(compare.isObject(item.sent) ? item.sent : {})) {
    if (
      read(before, name) === undefined ||
      !(isFilled(value) || (isMarker(name) && typeof value === 'string') || isFree(name, value))
    )
      continue;
    const patch = await item.patch({ [name]: null });
    const isAccepted = http.hasStatus(patch, 200, 204);
    const isGone = (look: Exchange) => (read(look, name) ?? null) === null;
    rounds.push({ name, patch, after: isAccepted ? await item.getUntil(isGone) : undefined });
  }
  return rounds;
}
