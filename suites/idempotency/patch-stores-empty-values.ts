import { assume, compare, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { clearFlags, emptyEachMember, isDescribed } from './_shared/empty-values.js';
import { chooseLargest } from './_shared/unchanged-item.js';

/** The control is another value of the same member, which PATCH stored. A refusal is legal. */
export default defineRule({
  clause: 'PAT-07',
  level: 'MUST',
  family: 'http',
  per: 'collection',
  title: 'PATCH stores zero, false and empty lists',
  otherwise: 'PATCH reported success and did not store zero, false or an empty list',
  since: '0.2',
  stage: 'provisional',
  touches: 'writes',
  watches: 'item',
  needs: [needs.creatable, needs.readable, needs.patchable, needs.typedBodies],
  assumes: ['creation/created-item-is-readable', 'idempotency/patch-is-acknowledged'],
  cases: 1,
  given: (bodies) => values.record({ drawn: values.batch(bodies.body(), 6) }),
  when: async ({ drawn }, { items, collection }) => {
    http.assumeMergePatch(collection);
    const item = await items.create(clearFlags(chooseLargest(drawn)));
    const before = await http.readBack(item);
    const taken = new Set([...collection.unique, ...Object.keys(collection.overrides), collection.states?.pointer]);
    const isFree = (name: string) => ![...taken].some((place) => compare.parsePointer(place ?? '')[0] === name);
    const offered = drawn
      .filter(compare.isObject)
      .map((body) => Object.fromEntries(Object.entries(body).filter(([name]) => isFree(name))));
    const rounds = await emptyEachMember(item, before, offered);
    assume(rounds.length > 0, 'no-usable-case', 'no member is known that PATCH changes and that can be empty');
    return { sent: item.sent, rounds };
  },
  then: ({ sent, rounds }, judging) => {
    const { mediaType = '' } = judging.collection.patch?.request ?? {};
    for (const { name, empty, filled, control, patch, after } of rounds) {
      if (after === undefined) continue;
      if (http.isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
      if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
      const at = compare.buildPointer([name]);
      const isKept = compare.isEquivalent(compare.getAtPointer(after.answer?.json, at), filled);
      if (!isKept || !isDescribed(sent, name, empty, judging)) continue;
      if (Array.isArray(empty) && !/merge-patch/i.test(mediaType))
        return heldWithNote(`PATCH takes ${at}: [], and leaves the list; the media type does not say what that means`);
      return violated({ expected: { [at]: empty }, actual: { [at]: filled }, shows: [control, patch, after] });
    }
    return held;
  },
  proof: { silentIn: ['normalising', 'put-204', 'nullable-30', 'version-counter'] },
});
