import { answered, assume, integer, makeable, readable, record, replaceable, rule, same } from '#rule';
import { makeAndRead } from './_made.js';
import { isShowing, judgeStill } from './_still.js';

/** The state counts, not the answers: a repetition may be refused as long as nothing moves. */
export default rule({
  clause: 'PUT-02',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'PUT again has the effect of PUT once',
  otherwise: 'PUT again changed what PUT once had made',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, readable, replaceable],
  assumes: ['creation/made-is-readable'],
  cases: 12,
  given: (bodies) => record({ body: bodies.body(), replacement: bodies.replacement(), times: integer(2, 4) }),
  when: async ({ body, replacement, times }, { items }) => {
    const { item } = await makeAndRead(items, body, { role: 'control' });
    const sent = item.worded(replacement);
    const puts = [await item.put(sent)];
    assume(answered(puts[0] ?? item.made, 200, 201, 204), 'setup', `PUT was answered ${puts[0]?.answer?.status}`);
    const before = await item.getUntil(({ answer }) => answer?.status === 200 && isShowing(answer.json, sent));
    assume(answered(before, 200), 'setup', `GET after PUT was answered ${before.answer?.status}`);
    while (puts.length < times) puts.push(await item.put(sent));
    const after = await item.getUntil(({ answer }) => same(answer?.json, before.answer?.json));
    return { sent, puts, before, after };
  },
  then: ({ sent, puts, before, after }, judging) => {
    const [first, ...again] = puts;
    const shows = [first, before, again.at(-1), after].filter((exchange) => exchange !== undefined);
    const summary = `PUT ${puts.length} times left another state than PUT once`;
    return judgeStill({ sent, before, after, shows, summary }, judging);
  },
  proof: {
    violatedBy: ['repeated-put-adds-up', 'third-put-grows-the-tags'],
    silentIn: [
      'version-counter',
      'clock-in-the-body',
      'request-id-in-the-body',
      'access-statistics',
      'normalising',
      'put-204',
      'etags',
    ],
  },
});
