import { assume, compare, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { createTwoNests, nested } from './_shared/below.js';

/** The second creation has the same content, so that only its URL differs. It may be refused. */
export default defineRule({
  clause: 'KEY-08',
  title: 'The key of a creation applies below its parent only',
  otherwise: 'A creation below another parent, with a known key, created nothing',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.listable, needs.markable, needs.idempotencyKeyed, nested],
  assumes: ['creation/created-item-is-readable', 'replay/repeated-key-creates-one-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { related, fresh }) => {
    const [own, other] = await createTwoNests(related.nest);
    const control = await other.items.post(body, { key: fresh.key(), marked: true, role: 'control' });
    const key = fresh.key();
    const first = await own.items.post(body, { key, marked: true });
    assume(first.item !== undefined && http.hasStatus(first.exchange, 2), 'setup', 'no item was created');
    const second = await other.items.post(body, { key, like: first });
    const listing = await other.items.listUntil((seen) => compare.isListed(seen, first.mark));
    const [isCurrent, isListed] = [control.mark, first.mark].map((mark) => compare.isListed(listing, mark));
    return { first: first.exchange, second: second.exchange, page: listing.pages[0], isCurrent, isListed };
  },
  then: ({ first, second, page, isCurrent, isListed }) => {
    const status = second.answer?.status;
    if (!http.hasStatus(second, 2))
      return heldWithNote(`below another parent, the key of a creation returned ${status}`);
    if (http.isPending(second) || !isCurrent) return inconclusive('setup', 'the list does not show a created item');
    if (isListed) return held;
    const shows = [first, second, ...(page ? [page] : [])];
    return violated({ expected: 'an item below the second parent', actual: `${status}, and no item there`, shows });
  },
  silentIn: ['order-parts', 'order-parts-numbered', 'key-replays-current'],
});
