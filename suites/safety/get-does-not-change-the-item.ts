import { assume, compare, defineRule, type Exchange, held, http, type Item, needs, values, violated } from '#rule';
import { pickValues } from './_shared/stable-item.js';

/**
 * Reading is the treatment: two items are read often, side by side, a third one only before and after; differences that grow
 * with the number of reads are caused by reading.
 */
export default defineRule({
  clause: 'SAFE-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'GET does not change the item',
  otherwise: 'GET changed the item that it read, or another one',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'collection',
  isPastCaches: true,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 2), reads: values.integer(3, 5) }),
  when: async ({ bodies, reads }, { items }) => {
    const isRead = (exchange: Exchange) => http.hasStatus(exchange, 200);
    const twin = await items.create(bodies[0] ?? null, { role: 'control' });
    const [before, ...made] = await Promise.all([twin.getUntil(isRead), ...bodies.map((body) => items.create(body))]);
    const readOften = async (item: Item) => {
      const seen = [await item.getUntil(isRead)];
      while (seen.length < reads) seen.push(await item.get());
      return { made: item.createdBy, seen };
    };
    const often = await Promise.all(made.map(readOften));
    const after = await twin.get();
    const all = [before, after, ...often.flatMap(({ seen }) => seen)];
    assume(all.every(isRead), 'setup', 'a created item could not be read');
    return { often, before, after };
  },
  then: ({ often, before, after }, { isVolatile, isAccessStatistic }) => {
    const isNoise = (pointer: string) => isVolatile(pointer) || isAccessStatistic(pointer);
    const twin = [before.answer?.json, after.answer?.json];
    const read = often.map(({ made, seen }) => ({
      shows: [made, ...seen],
      reads: seen.map((one) => one.answer?.json),
    }));
    for (const { reads, shows } of read) {
      const changed = compare.findReadEffects(reads, twin, isNoise);
      if (changed.length > 0) return violated({ ...pickValues(changed, reads[0], reads.at(-1)), shows });
    }
    const [touched = [], ...others] = read.map(({ reads }) => compare.findChangesInControl(reads, twin, isNoise));
    const accused = touched.filter((pointer) => others.every((other) => other.includes(pointer)));
    const shows = [before, ...(often[0]?.seen.slice(0, 1) ?? []), after];
    const summary = 'GET of one item changed another';
    return accused.length === 0 ? held : violated({ ...pickValues(accused, twin[0], twin[1]), summary, shows });
  },
  // Reading a list and HEAD have rules of their own.
  keepsOthers: { by: ({ method }) => /^(GET|HEAD|OPTIONS)$/.test(method), sharedClauses: ['SAFE-02', 'SAFE-03'] },
  proof: { silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics'] },
});
