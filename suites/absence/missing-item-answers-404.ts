import {
  assumeMergePatch,
  defineRule,
  hasStatus,
  inconclusive,
  isCached,
  isNewlyDeleted,
  oneOf,
  preparePatch,
  readable,
  record,
} from '#rule';
import {
  isWellFormed,
  judgeExisting,
  judgeMissing,
  judgeOpenStatus,
  requestItem,
  requestWithoutBody,
} from './_missing.js';

/** The id has the form of a real one. The best one is the id of an item that was created and deleted. */
export default defineRule({
  clause: 'ERR-09',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A request to a missing item returns 404',
  otherwise: 'A request to a missing item did not return 404',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [readable],
  assumes: ['creation/created-item-is-readable', 'safety/head-does-not-change-the-item'],
  cases: 7,
  given: (bodies) =>
    record({
      body: bodies.body(),
      patch: bodies.patch(),
      way: oneOf<'GET' | 'HEAD' | 'PATCH'>('GET', 'HEAD', 'PATCH'),
      where: oneOf<'unknown' | 'deleted'>('unknown', 'deleted'),
    }),
  when: async ({ body, patch, way, where }, { items, collection }) => {
    const isDeleted = where === 'deleted' && Boolean(collection.remove) && collection.deletion.mode === 'hard';
    const item = await (isDeleted ? items.createDeleted(body) : items.getUnknown(body));
    const isPatch = way === 'PATCH' && collection.patch?.request !== undefined;
    if (isPatch) assumeMergePatch(collection);
    const named = isPatch ? preparePatch(item, patch) : undefined;
    const asking = await (way === 'HEAD' ? requestWithoutBody(item, undefined) : requestItem(item, named, isDeleted));
    return { item, isDeleted, ...asking };
  },
  then: ({ item, isDeleted, asked, look, named }, { collection, dialect }) => {
    const isMisread =
      hasStatus(asked, 400, 422) && asked.method !== 'PATCH' && isWellFormed(item, isDeleted, collection);
    const open = isMisread ? undefined : judgeOpenStatus(asked);
    if (open) return open;
    const shown = look ?? asked;
    if (isCached(asked) || isCached(shown)) return inconclusive('noise', 'a cache answered instead of the service');
    const hasContent = hasStatus(shown, 2);
    const still = isDeleted && hasContent ? judgeExisting(item, shown.answer?.json, named) : undefined;
    if (still) return still;
    if (isDeleted && hasContent && isNewlyDeleted(item.createdBy.answer?.json, shown.answer?.json))
      return inconclusive('setup', 'the deleted item is shown as deleted, so the service may keep it on purpose');
    if (isDeleted && hasContent && dialect.deletedItem === 'tombstone')
      return inconclusive('setup', 'the profile declares that tombstones stay readable');
    return judgeMissing(asked, isDeleted ? [item.createdBy, asked] : [asked], isDeleted);
  },
  proof: {
    violatedBy: [
      'missing-order-answers-400',
      'missing-order-answers-200-with-an-error',
      'patch-of-a-missing-order-answers-200',
      'head-of-a-missing-order-answers-200',
    ],
    silentIn: ['soft-delete-410', 'ids-integer', 'ids-prefixed', 'put-creates', 'etags', 'second-delete-410'],
  },
});
