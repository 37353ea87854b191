import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { calledByGet, knownAddress, observeReads } from '../_shared/operations.js';

/** No request is sent between the two reads, so apart from noise they cannot differ. */
export default defineRule({
  clause: 'SAFE-06',
  title: 'Repeating a GET returns the same representation',
  otherwise: 'Repeating a GET returned another representation of an unchanged item',
  touches: 'writes',
  reusedItems: 1,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), reads: values.integer(2, 4) }),
  when: async ({ body, reads }, { items }) => {
    const item = await items.create(body);
    const seen = [await item.getUntil((exchange) => http.hasStatus(exchange, 200))];
    while (seen.length < reads) seen.push(await item.get());
    const why = 'the created item could not be read';
    assume(
      seen.every((read) => http.hasStatus(read, 200)),
      'setup',
      why,
    );
    return { made: item.createdBy, seen };
  },
  then: ({ made, seen }, { withoutNoise }) => {
    const [first, ...later] = seen;
    const other = later.find(
      (read) => compare.findDifferences(withoutNoise(first?.answer?.json), withoutNoise(read.answer?.json)).length > 0,
    );
    if (first === undefined || other === undefined) return held;
    const found = compare.findDifferences(withoutNoise(first.answer?.json), withoutNoise(other.answer?.json));
    const side = (name: 'expected' | 'actual') =>
      Object.fromEntries(found.map((one) => [one.pointer, one[name] ?? null]));
    return violated({ expected: side('expected'), actual: side('actual'), shows: [made, first, other] });
  },
  elsewhere: {
    needs: [calledByGet, knownAddress],
    yieldsTo: { read: ['safety/repeated-get-returns-the-same'] },
    when: (_, tools) => observeReads(tools),
    // Contents may differ with time; a status that differs between two reads says that the first one had an effect.
    then: ({ reads }) => {
      const good = reads.find((read) => http.hasStatus(read, 2));
      if (good === undefined) return inconclusive('setup', `GET returned ${reads[0].answer?.status}`);
      const other = reads.find(({ answer }) => answer?.status !== good.answer?.status);
      if (other === undefined) return held;
      // Any other status may concern the caller, or the load.
      if (!http.hasStatus(other, 2, 404, 410)) return inconclusive('setup', `a GET returned ${other.answer?.status}`);
      return violated({
        expected: `GET returns ${good.answer?.status} each time`,
        actual: `GET returned ${other.answer?.status}`,
        summary: 'Repeating a GET returned another status',
        shows: [good, other],
      });
    },
  },
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics', 'error-member', 'inventory'],
});
