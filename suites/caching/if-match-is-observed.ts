import { assume, defineRule, type Exchange, held, heldWithNote, http, needs, values } from '#rule';
import { changeable, drawChange, writeChange } from './_shared/change.js';
import { readTag } from './_shared/reads.js';

const writable = [needs.creatable, needs.readable, changeable];

/**
 * Frameworks add entity tags to every response, for caches. Whether writes heed them is only observed, once for the
 * service: a document that names If-Match, 412 or 428 makes it a promise.
 */
export default defineRule({
  clause: 'CACHE-07',
  per: 'service',
  title: 'A write may be conditional on the entity tag (observed)',
  otherwise: 'Conditional writes were not observed',
  touches: 'writes',
  reusedItems: 1,
  needs: writable,
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), change: drawChange(bodies) }),
  when: async ({ body, change }, tools) => {
    const collection = tools.subject.service().collections.find((one) => writable.every((need) => need.isMet(one)));
    assume(collection !== undefined, 'setup', 'no collection has items that can be created, read and changed');
    const own = { ...tools, collection, items: tools.related.getItems(collection) };
    const item = await own.items.create(body, { role: 'control' });
    const { tag } = await readTag(item, own);
    const send = async (match?: string) => (await writeChange(item, change, own, match)).exchange;
    const control = await send();
    assume(http.hasStatus(control, 2), 'setup', `${control.method} returned ${control.answer?.status}`);
    const weak = `W/"assay-${own.fresh.word()}"`;
    return { tag, never: await send(`"assay-${own.fresh.word()}"`), weak: await send(weak), any: await send('*') };
  },
  then: ({ tag, never, weak, any }) => {
    const isTaken = (exchange: Exchange) => http.hasStatus(exchange, 2);
    const notes = [
      ...(isTaken(never) ? [`${never.method} with an If-Match that no representation has is carried out`] : []),
      ...(isTaken(weak) && !isTaken(never)
        ? ['If-Match with a weak tag that no representation has is carried out']
        : []),
      ...(!isTaken(any) ? [`If-Match: * returns ${any.answer?.status} for an item that exists`] : []),
      ...(tag.startsWith('W/') ? ['the entity tags are weak, so If-Match never matches them'] : []),
    ];
    return notes.length === 0 ? held : heldWithNote(notes.join('; '));
  },
  silentIn: ['etags', 'weak-etags', 'put-204', 'version-counter'],
});
