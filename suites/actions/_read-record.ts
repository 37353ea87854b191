import {
  type Collection,
  type Exchange,
  getAtPointer,
  getHeader,
  hasStatus,
  type Item,
  isObject,
  type Json,
  type Tools,
} from '#rule';

/**
 * GET of the record of the action under test: first at its Location if that is below the item, then at the path of
 * the action.
 */
export async function readRecord(tools: Tools, item: Item, performed: Exchange): Promise<Exchange> {
  const own = tools.buildActionPath(tools.action(), item);
  const told = parseRecordPath(getHeader(performed.answer, 'location'), own, item);
  const paths = told === undefined || told === own ? [own] : [told, own];
  const first = await readFirst(tools, paths);
  if (hasStatus(first, 200) || tools.collection.consistency.itemMs === 0) return first;
  // Waits for the end of the window in which reads may lag behind.
  await item.getUntil(() => false);
  return readFirst(tools, paths);
}

/** GET at each path until one returns 200; otherwise the last response. */
async function readFirst({ http }: Tools, [path = '', ...others]: readonly string[]): Promise<Exchange> {
  const read = await http.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
  return hasStatus(read, 200) || others.length === 0 ? read : readFirst({ http } as Tools, others);
}

/**
 * The path of a Location below the item. Its host may be internal, and the part before the path of the item belongs
 * to the base URL.
 */
function parseRecordPath(location: string | undefined, own: string, { path }: Item): string | undefined {
  const base = `http://service.invalid${own}`;
  if (location === undefined || !URL.canParse(location, base)) return undefined;
  const { pathname, search } = new URL(location, base);
  const start = pathname.indexOf(`${path}/`);
  return start < 0 ? undefined : pathname.slice(start) + search;
}

/**
 * The id in a record, at the id pointer of items or at /id, as text. A response may show the item itself, whose id is
 * not the id of the record.
 */
export function readRecordId(
  { answer }: Exchange,
  item: Item,
  { id: { pointer } }: Pick<Collection, 'id'>,
): string | undefined {
  const id = getAtPointer(answer?.json, pointer) ?? getAtPointer(answer?.json, '/id');
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  return text === item.id ? undefined : text;
}

/** Whether two responses have the same member names: where they differ, one may not be the record. */
export function hasSameMembers(one: Exchange, other: Exchange): boolean {
  const [names, others] = [one, other].map(({ answer }) => listMemberNames(answer?.json));
  return names !== undefined && names === others;
}

const listMemberNames = (json: Json | undefined): string | undefined =>
  isObject(json) ? Object.keys(json).sort().join('\n') : undefined;
