import { answered, inconclusive, oneOf, readable, record, rule } from '#rule';
import { isCached, isWellFormed, judgeMissing, patchFor, standing, undecided } from './_missing.js';

/** The id has the form of a real one: most surely where something was made there and deleted. */
export default rule({
  clause: 'ERR-09',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A request to what does not exist answers 404',
  otherwise: 'A request to what does not exist was not answered 404',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [readable],
  assumes: ['creation/made-is-readable'],
  cases: 9,
  given: (bodies) =>
    record({
      body: bodies.body(),
      patch: bodies.patch(),
      way: oneOf<'GET' | 'HEAD' | 'PATCH'>('GET', 'HEAD', 'PATCH'),
      where: oneOf<'unknown' | 'deleted'>('unknown', 'deleted'),
    }),
  when: async ({ body, patch, way, where }, { items, collection }) => {
    const isDeleted = where === 'deleted' && Boolean(collection.remove) && collection.deletion.mode === 'hard';
    const item = await (isDeleted ? items.deleted(body) : items.unknown(body));
    const seen = { item, isDeleted };
    const isPatch = way === 'PATCH' && collection.patch?.request !== undefined;
    if (way !== 'HEAD' && !isPatch)
      return { ...seen, asked: await item.getUntil((look) => answered(look, 404, 410)), look: undefined };
    const asked = await (isPatch ? item.patch(patchFor(collection, patch)) : item.head());
    // Neither shows what stands there.
    return { ...seen, asked, look: answered(asked, 2) ? await item.get() : undefined };
  },
  then: ({ item, isDeleted, asked, look }, { collection, dialect }) => {
    const isMisread =
      answered(asked, 400, 422) && asked.method !== 'PATCH' && isWellFormed(item, isDeleted, collection);
    const open = isMisread ? undefined : undecided(asked);
    if (open) return open;
    const shown = look ?? asked;
    if (isCached(asked) || isCached(shown)) return inconclusive('noise', 'a cache answered, not the service');
    const hasContent = answered(shown, 2);
    const still = isDeleted && hasContent ? standing(item, shown.answer?.json) : undefined;
    if (still) return still;
    if (isDeleted && hasContent && dialect.deletedItem === 'tombstone')
      return inconclusive('setup', 'the profile says that tombstones stay');
    return judgeMissing(asked, isDeleted ? [item.made, asked] : [asked], isDeleted);
  },
  proof: {
    violatedBy: [
      'missing-answers-400',
      'missing-answers-200-with-an-error',
      'patch-of-a-missing-order-answers-200',
      'head-of-a-missing-order-answers-200',
    ],
    silentIn: ['soft-delete-410', 'ids-integer', 'ids-prefixed', 'put-creates', 'etags', 'second-delete-410'],
  },
});
