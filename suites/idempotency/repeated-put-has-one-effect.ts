import { assume, defineRule, http, needs, values } from '#rule';
import { combineFindings } from '../_shared/findings.js';
import { judgeUnchanged, readAfter, showsSentValues } from './_shared/unchanged-item.js';
import { assumeEffect, ensureVisibleChange } from './_shared/write-effect.js';

/** The state counts, not the status: a repetition may be refused as long as nothing changes. */
export default defineRule({
  clause: 'PUT-02',
  title: 'Repeating a PUT changes nothing further',
  otherwise: 'Repeating a PUT changed the resource again',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.replaceable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 2,
  given: (bodies) =>
    values.record({ body: bodies.body(), replacement: bodies.replacement(), times: values.integer(2, 4) }),
  when: async ({ body, replacement, times }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const read = await http.readBack(item);
    const sent = ensureVisibleChange(item, read, item.prepare(replacement), tools);
    const first = await item.put(sent);
    assume(http.hasStatus(first, 200, 201, 204), 'setup', `PUT returned ${first.answer?.status}`);
    const before = await item.getUntil(({ answer }) => answer?.status === 200 && showsSentValues(answer.json, sent));
    assume(http.hasStatus(before, 200), 'setup', `GET after PUT returned ${before.answer?.status}`);
    await assumeEffect(item, first, sent, { before: read, after: before });
    const rounds = [];
    while (rounds.length < times - 1) {
      const put = await item.put(sent);
      rounds.push({ put, ...(await readAfter(item, before)) });
    }
    return { sent, first, before, rounds };
  },
  then: ({ sent, first, before, rounds }, judging) => {
    const findings = rounds.map(({ put, after, again }, i) => {
      const summary = `${i + 2} PUTs left another state than one PUT`;
      const shows = [first, before, put, after];
      return judgeUnchanged({ sent, before, after, again, shows, summary, stampedBy: put }, judging);
    });
    return combineFindings(findings);
  },
  silentIn: [
    'version-counter',
    'time-in-the-body',
    'request-id-in-the-body',
    'access-statistics',
    'normalising',
    'put-204',
    'etags',
  ],
});
