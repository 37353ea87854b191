import {
  answered,
  assume,
  batch,
  breachOf,
  breakable,
  isStillBroken,
  makeable,
  readable,
  record,
  replaceable,
  rule,
} from '#rule';
import { makeAndRead } from './_made.js';
import { richestOf } from './_rich.js';
import { bothOf, judgeStill, lookAfter } from './_still.js';

export default rule({
  clause: 'PUT-05',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'A refused PUT changes nothing',
  otherwise: 'A refused PUT changed the item',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, readable, replaceable, breakable],
  assumes: ['creation/made-is-readable'],
  cases: 3,
  given: (bodies) => record({ misses: batch(bodies.nearMissReplacement(), 5), drawn: batch(bodies.body(), 2) }),
  when: async ({ drawn, misses }, { items }) => {
    const { item, read: before } = await makeAndRead(items, richestOf(drawn));
    const broken = misses.flatMap((miss) => {
      const sent = item.worded(miss.body);
      return isStillBroken(miss, sent) ? [{ miss, sent }] : [];
    });
    assume(broken.length > 0, 'no-usable-case', 'what was broken is mended by a mark or a unique value');
    const puts = [];
    for (const { miss, sent } of broken) {
      const put = await item.put(sent);
      const why = `a body with ${breachOf(miss)} was answered ${put.answer?.status}`;
      assume(!answered(put, 401, 403), 'refused', why);
      assume(answered(put, 4) && !answered(put, 404, 405, 415), 'setup', why);
      puts.push(put);
    }
    const carried = broken.reduce((all, { sent }) => bothOf(all, sent), item.sent);
    return { sent: carried, before, puts, ...(await lookAfter(item, before)) };
  },
  then: ({ sent, before, puts, after, again }, judging) =>
    judgeStill({ sent, before, after, again, shows: [before, ...puts, after] }, judging),
  proof: {
    violatedBy: ['refused-put-writes-the-valid-half', 'refused-put-clears-the-tags'],
    silentIn: [
      'clock-in-the-body',
      'request-id-in-the-body',
      'access-statistics',
      'put-creates',
      'etags',
      'normalising',
    ],
  },
});
