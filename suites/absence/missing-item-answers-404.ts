import { assume, defineRule, held, http, type Item, needs, values, violated } from '#rule';
import { assumeReadable, calledByGet } from '../_shared/operations.js';
import { findRemoval, findStatus, monitorAfter } from '../_shared/recorded-sequences.js';
import { createDeleted, judgeOpenStatus, judgeRequest, readExisting, requestItem } from './_shared/missing-item.js';

/** The last path parameter is the id of an item that a list shows, or that the run creates. */
const addressOfAnItem = needs.defineNeed('resource', {
  name: 'address of an item',
  reason: 'the last parameter of the path is not known to be the id of an item',
  enable: 'resources[]',
  isMet: ({ name: path, values: known }) =>
    known.some(({ name, source }) => /^(entry|created)$/.test(source) && path.replace(/\/$/, '').endsWith(`{${name}}`)),
});

/** The id has the form of a real one. The best one is the id of an item that was created and deleted. */
export default defineRule({
  clause: 'ERR-09',
  title: 'A request to a missing item returns 404',
  otherwise: 'A request to a missing item did not return 404',
  touches: 'deletes',
  needs: [needs.readable],
  assumes: ['creation/created-item-is-readable', 'safety/head-does-not-change-the-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), patch: bodies.patch() }),
  when: async ({ body, patch }, { items, collection }) => {
    const ask = async (item: Item, isDeleted: boolean) => {
      const named = !needs.patchable.isMet(collection) ? undefined : http.preparePatch(item, patch);
      return (await requestItem(item, named)).map((answer) => ({ item, isDeleted, ...answer }));
    };
    const unknown = await ask(await items.getUnknown(body), false);
    const canDelete = Boolean(collection.remove) && collection.deletion.mode === 'hard';
    const deleted = canDelete ? await createDeleted(items, body) : undefined;
    const requests = deleted ? [...unknown, ...(await ask(deleted, true))] : unknown;
    // What refuses each item, such as for a parameter that is missing, says nothing of missing ones.
    const isRefused = requests.some(({ asked }) => asked.method === 'GET' && http.hasStatus(asked, 400, 422));
    return { requests, existing: isRefused ? await readExisting(items, body) : undefined };
  },
  then: ({ requests, existing }, judging) => {
    const findings = requests.map((one) => judgeRequest(one, judging, existing));
    const ofDeleted = findings.find((_, i) => requests[i]?.isDeleted);
    return findings.find(({ verdict }) => verdict === 'violated') ?? ofDeleted ?? findings[0] ?? held;
  },
  elsewhere: {
    needs: [calledByGet, addressOfAnItem],
    yieldsTo: { read: ['absence/missing-item-answers-404'] },
    when: async (_, { subject, client, fresh }) => {
      const { path, isItem, lastValue = '', replaceLast } = subject.address();
      const id = fresh.idLike(lastValue);
      const missing = replaceLast(encodeURIComponent(id));
      assume(isItem && missing !== undefined, 'setup', 'no id of an existing item is known');
      const real = await client.send({ method: 'GET', path });
      assumeReadable(real);
      return { real, id, asked: await client.send({ method: 'GET', path: missing }) };
    },
    then: ({ real, id, asked }, { dialect }) => {
      // Only numbers and UUIDs are certainly well-formed: other ids may have check digits.
      const isKnownForm = /^(\d{1,12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(id);
      const open = isKnownForm && http.hasStatus(asked, 400, 422) ? undefined : judgeOpenStatus(asked, dialect);
      if (open) return open;
      if (http.hasStatus(asked, 404, 410)) return held;
      const actual = `GET returned ${asked.answer?.status}`;
      return violated({ expected: 'GET returns 404', actual, shows: [real, asked] });
    },
  },
  monitor: monitorAfter(
    '404, because the item was removed',
    (exchange, traffic) => (exchange.method === 'GET' ? findRemoval(exchange, traffic) : undefined),
    findStatus(400, 403, 405, 422, 500),
  ),
  silentIn: [
    'soft-delete-410',
    'ids-integer',
    'ids-prefixed',
    'put-creates',
    'etags',
    'second-delete-410',
    'inventory',
  ],
});
