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
 * not one of a few. A text that PATCH never changes is left out.
 */
export async function removeEachMember(
  item: Item,
  before: Exchange,
  { marker, create }: Pick<Collection, 'marker' | 'create'>,
  drawn: readonly Json[],
): Promise<RemovedMember[]> {
  const { properties } = compare.isObject(create?.request?.schema) ? create.request.schema : {};
  const isFree = (name: string, value: Json) =>
    isOpenText(value, compare.getAtPointer(properties as Json | undefined, compare.buildPointer([name])));
  const isChosen = (name: string, value: Json) =>
    isFilledObject(value) ||
    (marker === compare.buildPointer([name]) && typeof value === 'string') ||
    isFree(name, value);
  const rounds = [];
  for (const [name, value] of Object.entries(compare.isObject(item.sent) ? item.sent : {})) {
    if (readMember(before, name) === undefined || !isChosen(name, value)) continue;
    const patch = await item.patch({ [name]: null });
    const isGone = (look: Exchange) => (readMember(look, name) ?? null) === null;
    const after = http.hasStatus(patch, 200, 204) ? await item.getUntil(isGone) : undefined;
    const isIgnored = after && compare.isEquivalent(readMember(before, name) ?? null, readMember(after, name) ?? null);
    if (isIgnored && isFree(name, value) && !(await canChange(item, name, value, drawn))) continue;
    rounds.push({ name, patch, after });
  }
  return rounds;
}

const readMember = ({ answer }: Exchange, name: string): Json | undefined =>
  compare.getAtPointer(answer?.json, compare.buildPointer([name]));

const isFilledObject = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** Whether a value is a text that is neither one of a few nor a default. */
function isOpenText(value: Json, schema: Json | undefined): boolean {
  if (typeof value !== 'string' || value.length < minFreeLength) return false;
  return compare.isObject(schema) && schema.enum === undefined && schema.default !== value;
}

/** Whether PATCH gives a member the value of another body: one that never changes after the creation may ignore null, too. */
async function canChange(item: Item, name: string, value: Json, drawn: readonly Json[]): Promise<boolean> {
  const at = compare.buildPointer([name]);
  const other = drawn
    .map((body) => compare.getAtPointer(body, at))
    .find((one) => typeof one === 'string' && one.length >= minFreeLength && one !== value);
  if (other === undefined) return false;
  const patch = await item.patch({ [name]: other });
  const isChanged = ({ answer }: Exchange) =>
    !compare.isEquivalent(compare.getAtPointer(answer?.json, at) ?? null, value);
  return http.hasStatus(patch, 200, 204) && isChanged(await item.getUntil(isChanged));
}
