import { defineRule, held, http, inconclusive, type Json, needs, values, violated } from '#rule';
import { baselineGiven, chooseInTurn, keepMembers, listPairs } from './_shared/baseline.js';

/**
 * The members that were sufficient for a creation are sent again, with several values; a creation with all members
 * shows that the values are valid.
 */
export default defineRule({
  clause: 'VER-01',
  per: 'service',
  title: 'A creation that was accepted before is still accepted',
  otherwise: 'A creation requires more than before',
  touches: 'writes',
  needs: [baselineGiven, needs.postable],
  assumes: ['creation/valid-post-answers-201'],
  cases: 4,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      spares: values.array(values.drawAtRandom(bodies.body()), 3, 3),
      turn: values.oneOf(0, 1, 2, 3),
    }),
  when: async ({ body, spares, turn }, { subject, related }) => {
    const known = listPairs(subject.service(), body).filter(({ then }) => then.required.length > 0);
    const {
      then,
      now,
      body: own,
    } = chooseInTurn(known, turn, 'the baseline has no creation of a collection that can be created now');
    const items = related.getItems(now);
    const post = async (one: Json, role?: 'control') =>
      (await items.post(one, { marked: false, ...(role && { role }) })).exchange;
    const asked = await post(keepMembers(own, then.required));
    const nothing = { then, asked, whole: undefined, isLuck: false };
    if (!http.hasStatus(asked, 400, 422)) return nothing;
    for (const other of own === body ? spares : []) {
      if (http.hasStatus(await post(keepMembers(other, then.required), 'control'), 2))
        return { ...nothing, isLuck: true };
    }
    return { ...nothing, whole: await post(own) };
  },
  then: ({ then, asked, whole, isLuck }) => {
    if (http.hasStatus(asked, 2) || isLuck) return held;
    const { status } = asked.answer ?? {};
    const why = `a creation with ${then.required.join(', ')} returned ${status}`;
    if (!whole || !http.hasStatus(whole, 2))
      return inconclusive(http.hasStatus(asked, 401, 403) ? 'refused' : 'setup', why);
    const expected = `a creation with only ${then.required.join(', ')} is accepted, as before`;
    return violated({ expected, actual: `POST returned ${status}`, shows: [asked, whole] });
  },
  silentIn: ['unique-reference', 'key-in-body', 'normalising', 'created-location-only'],
});
