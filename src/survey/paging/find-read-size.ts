import type { Client } from '../../http/exchange.js';
import { hasStatus } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';

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
