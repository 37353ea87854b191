import { defineRule, held, heldWithNote, http, needs, values, violated } from '#rule';
import { isAlike, privateItems } from './_shared/attempts.js';
import { readListedAsOther } from './_shared/listed-items.js';

/** Nothing needs to be created. What both callers list is shared by both, so it is left out: the other list must be known to its end. */
export default defineRule({
  clause: 'AUTH-06',
  per: 'collection',
  title: 'Private items that one caller lists cannot be read by another',
  otherwise: 'A private item that one caller lists was shown to another',
  since: '0.2',
  stage: 'provisional',
  touches: 'reads',
  watches: 'item',
  needs: [needs.listable, needs.readable, privateItems, needs.credentialsFor('otherTenant')],
  assumes: ['access/private-items-cannot-be-read-by-others', 'access/private-items-are-not-listed-for-others'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.integer(0, 9) }),
  when: ({ body, turn }, tools) => readListedAsOther(tools, body, turn),
  then: ({ page, theirs, asked }, judging) => {
    const shown = asked.filter(({ other }) => http.hasStatus(other, 2));
    if (shown.length === 0) return held;
    const leak = shown.find(({ own, other }) => isAlike(own, other, judging));
    if (leak === undefined) return heldWithNote('the URL shows the other tenant a different item');
    return violated({
      expected: 'GET of the other tenant returns 403 or 404',
      actual: `GET returned ${leak.other.answer?.status} with the private item`,
      shows: [page, theirs, leak.own, leak.other],
    });
  },
  proof: { silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'hides-existence', 'ids-integer'] },
});
