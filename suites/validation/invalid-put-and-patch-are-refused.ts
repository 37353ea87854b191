import { assume, defineRule, held, heldWithNote, http, needs, values, violated } from '#rule';
import { describedCreation, isLearned, isPlainBreach, isStored } from './_shared/described-creation.js';
import {
  type AcceptedBreach,
  buildInvalidWrite,
  chooseMethods,
  listWriteMethods,
  selectLargest,
} from './_shared/invalid-writes.js';

/** One item gets several violations by each method, also in the second element of an array. A lenient service is noted. */
export default defineRule({
  clause: 'ERR-08',
  title: 'PUT and PATCH refuse what violates the schema of the document',
  otherwise: 'PUT or PATCH stored a value that violates the schema of the document',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.constrainedBodies, describedCreation],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({
      misses: values.batch(bodies.nearMissReplacement(), 13),
      drawn: values.batch(bodies.body(), 4),
    }),
  when: async ({ misses, drawn }, { items, collection }) => {
    const methods = listWriteMethods(collection);
    assume(methods.length > 0, 'no-usable-case', 'items have neither PUT nor a merge patch');
    const body = selectLargest(drawn);
    const item = await items.create(body);
    const before = await http.readBack(item);
    const accepted: AcceptedBreach[] = [];
    let tried = 0;
    for (const { method, miss } of chooseMethods(misses, methods, body)) {
      const sent = buildInvalidWrite(method, item, miss);
      if (sent === undefined) continue;
      const write = await (method === 'PUT' ? item.put(sent) : item.patch(sent));
      tried += 1;
      if (http.hasStatus(write, 200, 204)) accepted.push({ miss, write, look: await item.get() });
    }
    assume(tried > 0, 'no-usable-case', 'no content of these writes is invalid');
    return { before, accepted };
  },
  then: ({ before, accepted }, { collection }) => {
    const plain = accepted.filter(({ miss }) => isPlainBreach(miss) && !isLearned(miss, collection));
    const stored = plain.find(({ miss, look }) => isStored(miss, look, before));
    if (stored === undefined)
      return accepted.length > 0 ? heldWithNote('lenient: PUT or PATCH takes invalid content') : held;
    const { miss, write, look } = stored;
    const actual = `${write.method} returned ${write.answer?.status}, and GET shows the value`;
    return violated({ expected: `a 4xx status for ${values.describeNearMiss(miss)}`, actual, shows: [write, look] });
  },
  silentIn: ['nullable-30', 'normalising', 'put-204', 'semantic-400', 'unique-reference'],
});
