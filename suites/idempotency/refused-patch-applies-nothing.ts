import {
  answered,
  assume,
  assumeMergePatch,
  breachOf,
  breakable,
  makeable,
  patchable,
  readable,
  record,
  rule,
  wordedPatch,
} from '#rule';
import { makeAndRead } from './_made.js';
import { mixed } from './_mixed.js';
import { bothOf, judgeStill, lookAfter } from './_still.js';

/** RFC 5789 §2: the whole set of changes is applied atomically, or nothing. */
export default rule({
  clause: 'PAT-03',
  level: 'MUST',
  family: 'http',
  per: 'collection',
  title: 'A refused PATCH applies nothing',
  otherwise: 'A refused PATCH applied a part of it',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, readable, patchable, breakable],
  assumes: ['creation/made-is-readable'],
  cases: 20,
  given: (bodies) => record({ body: bodies.body(), patch: bodies.patch(), miss: bodies.nearMiss() }),
  when: async ({ body, patch, miss }, { items, collection }) => {
    assumeMergePatch(collection);
    const { item, read: before } = await makeAndRead(items, body);
    const sent = mixed(wordedPatch(item, patch), miss);
    const patched = await item.patch(sent);
    const why = `a patch with ${breachOf(miss)} was answered ${patched.answer?.status}`;
    assume(!answered(patched, 401, 403), 'refused', why);
    assume(answered(patched, 4) && !answered(patched, 404, 405, 415), 'setup', why);
    return { sent: bothOf(item.sent, sent), before, patched, ...(await lookAfter(item, before)) };
  },
  then: ({ sent, before, patched, after, again }, judging) =>
    judgeStill({ sent, before, after, again, shows: [before, patched, after] }, judging),
  proof: {
    violatedBy: ['refused-patch-applies-the-valid-half'],
    silentIn: [
      'clock-in-the-body',
      'request-id-in-the-body',
      'access-statistics',
      'etags',
      'normalising',
      'nullable-30',
    ],
  },
});
