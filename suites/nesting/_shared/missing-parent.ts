import { assume, type Exchange, http, type Json, type Tools } from '#rule';

/** Requests below a parent that does not exist, with GET of the parent before and after. */
export interface MissingParent {
  readonly before: Exchange;
  readonly list: http.Page | undefined;
  /** GET of an item that exists below another parent, where its address names the parent. */
  readonly read: Exchange | undefined;
  readonly post: Exchange;
  /** The same POST below a parent that exists, where the other one failed. */
  readonly control: Exchange | undefined;
  readonly after: Exchange;
}

/** Lists, reads and creates below an invented parent. Ends the case where the invented parent exists. */
export async function askBelowMissingParent(
  { nest, client, fresh }: Pick<Tools, 'nest' | 'client' | 'fresh'>,
  body: Json,
): Promise<MissingParent> {
  const { parent, collection, items } = await nest();
  const item = await items.create(body, { role: 'control' });
  const missing = encodeURIComponent(fresh.idLike(parent.id));
  const swap = (path: string) => path.replace(encodeURIComponent(parent.id), missing);
  assume(swap(collection.path) !== collection.path, 'no-usable-case', 'the path does not show the id of the parent');
  const before = await client.send({ method: 'GET', path: swap(parent.path) });
  assume(http.hasStatus(before, 404), 'setup', `GET of a missing parent returned ${before.answer?.status}`);
  const list = collection.list && (await items.page(swap(items.firstPage())));
  const isBelow = item.path.startsWith(`${collection.path}/`);
  const read = isBelow ? await client.send({ method: 'GET', path: swap(item.path) }) : undefined;
  const mediaType = collection.create?.request?.mediaType ?? 'application/json';
  const json = items.draft(body);
  const post = await client.send({
    method: 'POST',
    path: swap(collection.path),
    json,
    headers: { 'content-type': mediaType },
  });
  const control = isFailure(post) ? (await items.post(body, { role: 'control' })).exchange : undefined;
  return { before, list, read, post, control, after: await client.send({ method: 'GET', path: swap(parent.path) }) };
}

/** Whether the server failed; 501 and 503 say that it cannot do this, or not now. */
export const isFailure = (exchange: Exchange): boolean =>
  http.hasStatus(exchange, 5) && !http.hasStatus(exchange, 501, 503);
