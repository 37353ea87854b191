import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { privateItems } from './_shared/attempts.js';
import { referringToItems, referToOtherTenant } from './_shared/foreign-reference.js';

/** The controls are a reference to an own item, which is accepted, and one to no item, which is refused. */
export default defineRule({
  clause: 'AUTH-07',
  title: 'A reference to a private item of another caller is refused',
  otherwise: 'A reference to a private item of another caller was stored',
  touches: 'writes',
  needs: [needs.postable, needs.readable, privateItems, referringToItems, needs.credentialsFor('otherTenant')],
  assumes: ['creation/created-item-is-readable', 'access/private-items-cannot-be-read-by-others'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3) }),
  when: ({ body, turn }, tools) => referToOtherTenant(tools, body, turn),
  then: ({ pointer, owned, hidden, accepted, refused, foreign, look, isStored }) => {
    if (http.hasStatus(refused, 2))
      return inconclusive('no-usable-case', `POST takes an unknown ${pointer}, so no item needs to exist`);
    if (!http.hasStatus(refused, 400, 404, 409, 410, 422) || !http.hasStatus(accepted, 2))
      return inconclusive('setup', `POST with a known ${pointer} returned ${accepted.answer?.status}`);
    if (http.hasStatus(foreign, 400, 403, 404, 409, 410, 422)) return held;
    if (!http.hasStatus(foreign, 2) || !isStored || look === undefined)
      return inconclusive('setup', `POST returned ${foreign.answer?.status}, and GET does not show the reference`);
    return violated({
      expected: `a 4xx status for ${pointer} of another caller, as for an unknown one`,
      actual: `POST returned ${foreign.answer?.status}, and GET shows the reference`,
      shows: [owned, hidden, refused, foreign, look],
    });
  },
  silentIn: ['order-predecessors', 'access-bearer', 'access-basic', 'hides-existence'],
});
