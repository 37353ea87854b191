import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { assumeReadable, calledByGet } from '../_shared/operations.js';
import {
  isWellFormed,
  judgeExisting,
  judgeMissing,
  judgeOpenStatus,
  requestItem,
  requestWithoutBody,
} from './_shared/missing-item.js';

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
  stage: 'stable',
  touches: 'deletes',
  needs: [needs.readable],
  assumes: ['creation/created-item-is-readable', 'safety/head-does-not-change-the-item'],
  cases: 7,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      patch: bodies.patch(),
      way: values.oneOf<'GET' | 'HEAD' | 'PATCH'>('GET', 'HEAD', 'PATCH'),
      where: values.oneOf<'unknown' | 'deleted'>('unknown', 'deleted'),
    }),
  when: async ({ body, patch, way, where }, { items, collection }) => {
    const isDeleted = where === 'deleted' && Boolean(collection.remove) && collection.deletion.mode === 'hard';
    const item = await (isDeleted ? items.createDeleted(body) : items.getUnknown(body));
    const isPatch = way === 'PATCH' && collection.patch?.request !== undefined;
    if (isPatch) http.assumeMergePatch(collection);
    const named = isPatch ? http.preparePatch(item, patch) : undefined;
    const asking = await (way === 'HEAD' ? requestWithoutBody(item, undefined) : requestItem(item, named, isDeleted));
    return { item, isDeleted, ...asking };
  },
  then: ({ item, isDeleted, asked, look, named }, { collection, dialect }) => {
    const isMisread =
      http.hasStatus(asked, 400, 422) && asked.method !== 'PATCH' && isWellFormed(item, isDeleted, collection);
    const open = isMisread ? undefined : judgeOpenStatus(asked, dialect);
    if (open) return open;
    const shown = look ?? asked;
    if (http.isCached(asked) || http.isCached(shown))
      return inconclusive('noise', 'a cache answered instead of the service');
    const hasContent = http.hasStatus(shown, 2);
    const still = isDeleted && hasContent ? judgeExisting(item, shown.answer?.json, named) : undefined;
    if (still) return still;
    if (isDeleted && hasContent && compare.isNewlyDeleted(item.createdBy.answer?.json, shown.answer?.json))
      return inconclusive('setup', 'the deleted item is shown as deleted, so the service may keep it on purpose');
    if (isDeleted && hasContent && dialect.deletedItem === 'tombstone')
      return inconclusive('setup', 'the profile declares that tombstones stay readable');
    return judgeMissing(asked, isDeleted ? [item.createdBy, asked] : [asked], isDeleted);
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
