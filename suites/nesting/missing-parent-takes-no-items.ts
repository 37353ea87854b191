import { assume, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { nested } from './_shared/below.js';

/** A service may create the parent together with the item; then GET of the parent afterwards returns 200. */
export default defineRule({
  clause: 'ERR-10',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'A missing parent takes no items, and lists none',
  otherwise: 'A missing parent took an item, or listed some',
  since: '0.2',
  stage: 'provisional',
  touches: 'writes',
  watches: 'item',
  needs: [needs.postable, needs.readable, nested],
  assumes: ['creation/created-item-is-readable', 'absence/missing-item-answers-404'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { nest, client, fresh }) => {
    const { parent, collection, items } = await nest();
    await items.create(body, { role: 'control' });
    const missing = encodeURIComponent(fresh.idLike(parent.id));
    const swap = (path: string) => path.replace(encodeURIComponent(parent.id), missing);
    assume(swap(collection.path) !== collection.path, 'no-usable-case', 'the path does not show the id of the parent');
    const before = await client.send({ method: 'GET', path: swap(parent.path) });
    assume(http.hasStatus(before, 404), 'setup', `GET of a missing parent returned ${before.answer?.status}`);
    const list = collection.list && (await items.page(swap(items.firstPage())));
    const mediaType = collection.create?.request?.mediaType ?? 'application/json';
    const json = items.draft(body);
    const post = await client.send({
      method: 'POST',
      path: swap(collection.path),
      json,
      headers: { 'content-type': mediaType },
    });
    return { before, list, post, after: await client.send({ method: 'GET', path: swap(parent.path) }) };
  },
  then: ({ before, list, post, after }) => {
    if (http.hasStatus(after, 200)) return heldWithNote('a creation below a missing parent creates the parent, too');
    if (http.hasStatus(post, 201, 200))
      return violated({
        expected: '4xx',
        actual: `POST returned ${post.answer?.status}`,
        shows: [before, post, after],
      });
    if (list?.entries?.length)
      return violated({ expected: '404', actual: { entries: list.entries.length }, shows: [before, list.exchange] });
    if (http.hasStatus(post, 2, 401, 403, 429)) return inconclusive('refused', `POST returned ${post.answer?.status}`);
    if (list?.entries) return heldWithNote('the list below a missing parent returns a page');
    return held;
  },
  proof: { silentIn: ['order-parts', 'order-parts-numbered', 'order-parts-counted'] },
});
