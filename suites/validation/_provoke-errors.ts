import { type Collection, type Exchange, hasStatus, type Json, type Tools } from '#rule';
import { malformed } from './_malformed-json.js';

/** A media type that no service supports. */
export const unknownMediaType = 'application/vnd.assay.unheard-of';

/** Provokes errors of the operations of a collection without a valid body, and returns the errors. */
export async function provokeErrors(
  { http, fresh, getItems }: Pick<Tools, 'http' | 'fresh' | 'getItems'>,
  collection: Collection,
  bodies: readonly Json[] = [],
): Promise<Exchange[]> {
  const items = getItems(collection);
  const post = async (text: string, headers?: Readonly<Record<string, string>>) =>
    (await items.post({}, { text, ...(headers && { headers }) })).exchange;
  const { read, create, itemPath = '' } = collection;
  const seen: Exchange[] = [];
  const isFree = !itemPath.replace(/\{[^}]+\}/, '').includes('{');
  if (read && isFree) seen.push(await http.send({ method: 'GET', path: itemPath.replace(/\{[^}]+\}/, fresh.word()) }));
  if (create?.request) {
    seen.push(await post(malformed.cut('{"assay":"malformed"}')), await post('"assay"'));
    for (const body of bodies) seen.push(await post(JSON.stringify(body)));
    seen.push(await post('assay', { 'content-type': unknownMediaType }));
  }
  return seen.filter((exchange) => hasStatus(exchange, 4, 500));
}
