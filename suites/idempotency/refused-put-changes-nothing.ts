import {
  answered,
  assume,
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
  cases: 24,
  given: (bodies) => record({ body: bodies.body(), miss: bodies.nearMissReplacement() }),
  when: async ({ body, miss }, { items }) => {
    const { item, read: before } = await makeAndRead(items, body);
    const sent = item.worded(miss.body);
    const isBroken = isStillBroken(miss, sent);
    assume(isBroken, 'no-usable-case', 'what was broken is mended by a mark or a unique value');
    const put = await item.put(sent);
    const why = `a body with ${breachOf(miss)} was answered ${put.answer?.status}`;
    assume(!answered(put, 401, 403), 'refused', why);
    assume(answered(put, 4) && !answered(put, 404, 405, 415), 'setup', why);
    return { sent: bothOf(item.sent, sent), before, put, ...(await lookAfter(item, before)) };
  },
  then: ({ sent, before, put, after, again }, judging) =>
    judgeStill({ sent, before, after, again, shows: [before, put, after] }, judging),
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
