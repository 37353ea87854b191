import { compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createAndPerform } from './_shared/perform-action.js';
import { findAltered, findMissing, listRecordMembers, readRecord } from './_shared/record.js';

/** The profile declares where the record of the action has its date, reason or author. */
const declaredRecordFields = needs.defineNeed('action', {
  name: 'declared record fields',
  reason: 'the fields of the action record are not declared',
  enable: 'resources[].actions[].fields',
  isMet: ({ action: { fields } }) => fields !== undefined && Object.keys(fields).length > 0,
});

/** Checks the record that GET shows, or the one that POST returned where there is no GET. */
export default defineRule({
  clause: 'ACT-02',
  per: 'action',
  title: 'The record of an action has its date, reason and author',
  otherwise: 'The record of an action lacks its date, reason or author',
  touches: 'writes',
  needs: [needs.creatable, needs.performable, declaredRecordFields],
  assumes: ['creation/created-item-is-readable', 'actions/record-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      content: bodies.action(),
      others: values.array(values.drawAtRandom(bodies.action()), 4, 4),
    }),
  when: async ({ body, content, others }, tools) => {
    const { item, performed } = await createAndPerform(tools, body, content);
    const action = tools.subject.action();
    const shown = action.get ? await readRecord(tools, item, performed) : performed;
    return { performed, shown, details: listRecordMembers(action, content, [...others, action.body ?? null]) };
  },
  then: ({ performed, shown, details }) => {
    const json = shown.answer?.json;
    if (!http.hasStatus(shown, 2) || !compare.isObject(json)) return inconclusive('setup', 'the record is not shown');
    const missing = findMissing(json, details).map(({ what, pointer }) => [what, `at ${pointer}`]);
    const shows = shown === performed ? [performed] : [performed, shown];
    if (missing.length > 0) return violated({ expected: Object.fromEntries(missing), actual: json, shows });
    const [altered] = findAltered(json, details);
    if (!altered) return held;
    const { what, pointer, sent } = altered;
    return violated({
      expected: { [what]: sent ?? null },
      actual: { [what]: compare.getAtPointer(json, pointer) ?? null },
      shows,
    });
  },
  silentIn: ['etags', 'put-204', 'links-header', 'normalising'],
});
