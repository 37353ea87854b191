import { assume, compare, defineRule, held, heldWithNote, http, needs, values } from '#rule';

/** PATCH promises nothing about repetition, so nothing can be violated: the rule reports what happened. */
export default defineRule({
  clause: 'PAT-04',
  title: 'A repeated PATCH may have a further effect (observed)',
  otherwise: 'A repeated PATCH was not observed',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.patchable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), patch: bodies.patch() }),
  when: async ({ body, patch }, { items }) => {
    const item = await items.create(body);
    await http.readBack(item);
    const named = http.preparePatch(item, patch);
    const first = await item.patch(named);
    assume(http.hasStatus(first, 2), 'setup', http.explainRefusedPatch(first.answer?.status));
    const once = await item.get();
    const second = await item.patch(named);
    return { once, second, twice: await item.get() };
  },
  then: ({ once, second, twice }, { withoutBookkeeping }) => {
    if (!http.hasStatus(second, 2)) return heldWithNote(`a repeated PATCH returned ${second.answer?.status}`);
    if (!http.hasStatus(once, 200) || !http.hasStatus(twice, 200)) return held;
    const [moved] = compare.findDifferences(
      withoutBookkeeping(once.answer?.json),
      withoutBookkeeping(twice.answer?.json),
    );
    return heldWithNote(
      moved ? `a repeated PATCH changed ${moved.pointer}` : 'a repeated PATCH did not change the item',
    );
  },
  silentIn: ['version-counter', 'time-in-the-body', 'put-204', 'etags'],
});
