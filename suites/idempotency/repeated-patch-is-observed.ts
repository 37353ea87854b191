import {
  answered,
  assume,
  assumeMergePatch,
  differences,
  held,
  heldNoting,
  makeable,
  patchable,
  readable,
  record,
  refusedPatch,
  rule,
  wordedPatch,
} from '#rule';
import { makeAndRead } from './_made.js';

/** PATCH promises nothing about repetition, so there is nothing to break: what it did is written down. */
export default rule({
  clause: 'PAT-04',
  level: 'MAY',
  family: 'convention',
  per: 'collection',
  title: 'PATCH again may have a further effect',
  otherwise: 'PATCH again was not observed',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, readable, patchable],
  assumes: ['creation/made-is-readable'],
  cases: 2,
  given: (bodies) => record({ body: bodies.body(), patch: bodies.patch() }),
  when: async ({ body, patch }, { items, collection }) => {
    assumeMergePatch(collection);
    const { item } = await makeAndRead(items, body);
    const named = wordedPatch(item, patch);
    const first = await item.patch(named);
    assume(answered(first, 2), 'setup', refusedPatch(first.answer?.status));
    const once = await item.get();
    const second = await item.patch(named);
    return { once, second, twice: await item.get() };
  },
  then: ({ once, second, twice }, { settled }) => {
    if (!answered(second, 2)) return heldNoting(`a repeated PATCH was answered ${second.answer?.status}`);
    if (!answered(once, 200) || !answered(twice, 200)) return held;
    const [moved] = differences(settled(once.answer?.json), settled(twice.answer?.json));
    return heldNoting(moved ? `a repeated PATCH moved ${moved.pointer}` : 'a repeated PATCH left the item as it was');
  },
  proof: { violatedBy: [], silentIn: ['version-counter', 'clock-in-the-body', 'put-204', 'etags'] },
});
