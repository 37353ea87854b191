import {
  creatable,
  defineRule,
  drawAtRandom,
  getAtPointer,
  inconclusive,
  type Json,
  listable,
  markable,
  oneOf,
  readable,
  record,
  violated,
} from '#rule';
import { claimAndLook, writeAndLook } from './_aftermath.js';
import { isConflict } from './_refusal.js';
import { judgeTrace } from './_trace.js';
import { claimable, hold, type Way, wayIn, withUnique } from './_unique.js';

/**
 * The holder of the values does not change; a refused POST creates nothing, and a refused write does not change the
 * other item.
 */
export default defineRule({
  clause: 'ERR-19',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'A request refused for a taken value has no effect',
  otherwise: 'A request refused for a taken value had an effect',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, listable, markable, claimable],
  assumes: [
    'creation/created-item-is-readable',
    'conflict/taken-unique-value-answers-409',
    'safety/get-does-not-change-the-item',
    'safety/get-does-not-change-the-collection',
  ],
  cases: 3,
  given: (bodies) =>
    record({
      body: bodies.body(),
      other: bodies.body(),
      replacement: bodies.replacement(),
      spare: drawAtRandom(bodies.body()),
      way: oneOf<Way>('POST', 'PUT', 'PATCH'),
    }),
  when: async ({ body, other, replacement, spare, way }, tools) => {
    const whole = (one: Json) => withUnique(tools.collection, one, [body, other, spare]);
    const holder = await hold(tools, whole(body));
    const chosen = wayIn(tools.collection, way);
    if (chosen === 'POST') return claimAndLook(tools, holder, whole(other));
    return writeAndLook(tools, holder, chosen, [whole(other), whole(replacement)]);
  },
  then: ({ refused, trace, found, pages }, judging) => {
    const { dialect, collection } = judging;
    if (!isConflict(refused, dialect)) return inconclusive('setup', `the duplicate returned ${refused.answer?.status}`);
    const ids = [...new Set(found.map((entry) => String(getAtPointer(entry, collection.id.pointer))))];
    if (ids.length < 2) return judgeTrace(trace, judging);
    return violated({
      expected: 'one item',
      actual: { items: ids.length, ids },
      shows: [refused, ...pages.slice(0, 2)],
    });
  },
  proof: {
    violatedBy: [
      'refused-duplicate-is-created-anyway',
      'refused-duplicate-overwrites-the-first-order',
      'refused-put-of-a-reference-stores-the-rest',
    ],
    silentIn: ['conflict-422', 'version-counter', 'time-in-the-body', 'pagination-offset', 'created-location-only'],
  },
});
