import type { Client } from '../../http/exchange.js';
import { hasStatus } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { type SizeParameter, sizeNames, sizePageNamePairs } from './parameter-names.js';
import { findSingleParameter, isPlainSlice, type ListQuery, type QueryParams, setAll } from './query-list.js';

/** Maximum number of parameter names tried one by one. */
const maxSingleNames = 6;

/**
 * Finds the page size parameter: set to 1 it reduces the list to its first entry, set to 2 to its first two, which no
 * filter does. The names in `hinted` are tried first.
 */
export async function findPageSize(asking: ListQuery, hinted: readonly SizeParameter[]) {
  const { keys } = asking;
  const singles: SizeParameter[] = sizeNames.slice(0, maxSingleNames).map((size) => ({ size }));
  const hint = await findFirstWorking(asking, hinted);
  if (hint) return hint;
  const all = await asking.ask(setAll(sizeNames, '1'));
  if (isPlainSlice(all, keys, 0, 1)) return findAmongAll(asking);
  if (!isPlainList(all.keys, keys)) return findFirstWorking(asking, [...singles, ...sizePageNamePairs]);
  // All names were ignored: some lists are paged only when a page number is requested.
  const pairs = sizePageNamePairs.flatMap(({ size, page = '' }) => [size, page]);
  const paired = await asking.ask(setAll(pairs, '1'));
  return isPlainList(paired.keys, keys) ? undefined : findFirstWorking(asking, sizePageNamePairs);
}

async function findAmongAll(asking: ListQuery): Promise<SizeParameter | undefined> {
  const cuts = async (names: readonly string[]) =>
    isPlainSlice(await asking.ask(setAll(names, '1')), asking.keys, 0, 1);
  const size = await findSingleParameter(sizeNames, cuts);
  return size !== undefined && (await canSize(asking, { size }, true)) ? { size } : undefined;
}

async function findFirstWorking(asking: ListQuery, all: readonly SizeParameter[]): Promise<SizeParameter | undefined> {
  for (const one of all) if (await canSize(asking, one)) return one;
  return undefined;
}

async function canSize(asking: ListQuery, { size, page }: SizeParameter, isOneSeen = false): Promise<boolean> {
  const beside: QueryParams = page === undefined ? {} : { [page]: '1' };
  const cutTo = async (many: number) =>
    isPlainSlice(await asking.ask({ [size]: String(many), ...beside }), asking.keys, 0, many);
  return (isOneSeen || (await cutTo(1))) && cutTo(2);
}

const isPlainList = (keys: readonly string[] | undefined, plain: readonly string[]): boolean =>
  keys?.length === plain.length && keys.every((key, index) => key === plain[index]);

/** The sizes that a whole list is read with, largest first. Services that refuse a size usually take one of the others. */
const sizes = [100, 50, 20];

/**
 * Finds the largest page size that a list accepts, where nothing says it and it refuses what is larger: otherwise each reading of the
 * whole list would begin with a refusal, and take all pages of the default size. GET only.
 */
export async function findReadSize(collection: Collection, client: Client): Promise<Collection> {
  const { path, pagination } = collection;
  const { size, page } = pagination.params;
  if (size === undefined || pagination.maxSize !== undefined) return collection;
  const isNumbered = page !== undefined && pagination.style !== 'cursor' && pagination.style !== 'offset';
  const numbered = isNumbered ? { [page]: String(pagination.base) } : {};
  for (const readSize of sizes) {
    const query = new URLSearchParams({ [size]: String(readSize), ...numbered });
    const asked = `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const exchange = await client.send({ method: 'GET', path: asked, role: 'survey' });
    if (hasStatus(exchange, 2)) return { ...collection, pagination: { ...pagination, readSize } };
    if (!hasStatus(exchange, 400, 422)) return collection;
  }
  return collection;
}
