import {
  array,
  creatable,
  declaredRecordFields,
  defineRule,
  drawAtRandom,
  getAtPointer,
  hasStatus,
  held,
  inconclusive,
  isObject,
  performable,
  record,
  violated,
} from '#rule';
import { createAndPerform } from './_perform-action.js';
import { readRecord } from './_read-record.js';
import { findAltered, findMissing, listRecordMembers } from './_record-members.js';

/** Checks the record that GET shows, or the one that POST returned where there is no GET. */
export default defineRule({
  clause: 'ACT-02',
  level: 'MUST',
  family: 'convention',
  per: 'action',
  title: 'The record of an action has its date, reason and author',
  otherwise: 'The record of an action lacks its date, reason or author',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, performable, declaredRecordFields],
  assumes: ['creation/created-item-is-readable', 'actions/record-is-readable'],
  cases: 3,
  given: (bodies) =>
    record({
      body: bodies.body(),
      content: bodies.action(),
      others: array(drawAtRandom(bodies.action()), 4, 4),
    }),
  when: async ({ body, content, others }, tools) => {
    const { item, performed } = await createAndPerform(tools, body, content);
    const action = tools.action();
    const shown = action.get ? await readRecord(tools, item, performed) : performed;
    return { performed, shown, details: listRecordMembers(action, content, [...others, action.body ?? null]) };
  },
  then: ({ performed, shown, details }) => {
    const json = shown.answer?.json;
    if (!hasStatus(shown, 2) || !isObject(json)) return inconclusive('setup', 'the record is not shown');
    const missing = findMissing(json, details).map(({ what, pointer }) => [what, `at ${pointer}`]);
    const shows = shown === performed ? [performed] : [performed, shown];
    if (missing.length > 0) return violated({ expected: Object.fromEntries(missing), actual: json, shows });
    const [altered] = findAltered(json, details);
    if (!altered) return held;
    const { what, pointer, sent } = altered;
    return violated({
      expected: { [what]: sent ?? null },
      actual: { [what]: getAtPointer(json, pointer) ?? null },
      shows,
    });
  },
  proof: {
    violatedBy: ['record-has-no-date', 'record-truncates-a-long-reason', 'author-is-not-stored'],
    silentIn: ['etags', 'put-204', 'links-header', 'normalising'],
  },
});
