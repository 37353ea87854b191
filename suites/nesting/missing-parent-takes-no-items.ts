import {
  assume,
  type Collection,
  defineRule,
  type Exchange,
  held,
  heldWithNote,
  http,
  inconclusive,
  type Json,
  needs,
  type Tools,
  values,
  violated,
} from '#rule';
import { nested } from './_shared/below.js';

/** A service may create the parent together with the item. An empty list below a missing parent is wrong where the document says so. */
export default defineRule({
  clause: 'ERR-10',
  title: 'A missing parent takes no items, and shows none',
  otherwise: 'A missing parent took an item, showed some, or made the server fail',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, nested],
  assumes: ['creation/created-item-is-readable', 'absence/missing-item-answers-404'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: ({ body }, tools) => askBelowMissingParent(tools, body),
  then: ({ before, list, read, post, control, after }, { collection }) => {
    if (http.hasStatus(after, 200)) return heldWithNote('a creation below a missing parent creates the parent, too');
    if (post && http.hasStatus(post, 201, 200))
      return violated({
        expected: '4xx',
        actual: `POST returned ${post.answer?.status}`,
        shows: [before, post, after],
      });
    if (list?.entries?.length)
      return violated({ expected: '404', actual: { entries: list.entries.length }, shows: [before, list.exchange] });
    if (read && http.hasStatus(read, 200))
      return violated({ expected: '404', actual: 'GET of an item returned 200', shows: [before, read] });
    if (post && control && http.hasStatus(control, 2))
      return violated({
        expected: '404',
        actual: `POST returned ${post.answer?.status}`,
        shows: [before, post, control],
      });
    if (post && (!http.hasStatus(post, 4) || http.hasStatus(post, 401, 403, 429)))
      return inconclusive('refused', `POST returned ${post.answer?.status}`);
    if (!post && !list?.entries && ![list?.exchange, read].some((look) => look && http.hasStatus(look, 404)))
      return inconclusive('no-usable-case', 'no POST creates items, and what is below was neither listed nor missing');
    // The document may name 404 for a page past the end.
    const { style, pastEnd = style === 'page' ? 'not-found' : 'empty' } = collection.pagination;
    if (list?.entries && pastEnd !== 'not-found' && collection.list?.statuses.includes(404))
      return violated({
        expected: '404, which the document names',
        actual: 'an empty page',
        shows: [before, list.exchange],
      });
    if (list?.entries) return heldWithNote('the list below a missing parent returns a page');
    return held;
  },
  silentIn: ['order-parts', 'order-parts-numbered', 'order-parts-counted'],
});

/** Lists, reads and creates below an invented parent. Ends the case where the invented parent exists. */
async function askBelowMissingParent(
  { related, client, fresh }: Pick<Tools, 'related' | 'client' | 'fresh'>,
  body: Json,
) {
  const { parent, collection, items } = await related.nest();
  const item = await items.create(body, { role: 'control' });
  const missing = encodeURIComponent(fresh.idLike(parent.id));
  const swap = (path: string) => path.replace(encodeURIComponent(parent.id), missing);
  assume(swap(collection.path) !== collection.path, 'no-usable-case', 'the path does not show the id of the parent');
  const before = await client.send({ method: 'GET', path: swap(parent.path) });
  assume(http.hasStatus(before, 404), 'setup', `GET of a missing parent returned ${before.answer?.status}`);
  const list = collection.list && (await items.page(swap(items.firstPage())));
  const isBelow = item.path.startsWith(`${collection.path}/`);
  const read = isBelow ? await client.send({ method: 'GET', path: swap(item.path) }) : undefined;
  // Items that another request creates are only looked for.
  const isPosted = collection.creation === undefined;
  const post = isPosted
    ? await client.send(buildPost(swap(collection.path), items.draft(body), collection))
    : undefined;
  const control = post && isFailure(post) ? (await items.post(body, { role: 'control' })).exchange : undefined;
  return { before, list, read, post, control, after: await client.send({ method: 'GET', path: swap(parent.path) }) };
}

const buildPost = (path: string, json: Json, { create }: Collection) => ({
  method: 'POST' as const,
  path,
  json,
  headers: { 'content-type': create?.request?.mediaType ?? 'application/json' },
});

/** Whether the server failed; 501 and 503 say that it cannot do this, or not now. */
const isFailure = (exchange: Exchange): boolean => http.hasStatus(exchange, 5) && !http.hasStatus(exchange, 501, 503);
