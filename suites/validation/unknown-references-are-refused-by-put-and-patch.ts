import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { referring, tryUnknownReferences } from './_shared/unknown-references.js';

/** No profile says which references are checked: POST shows it, by refusing an unknown one and accepting a known one. */
export default defineRule({
  clause: 'ERR-08',
  title: 'PUT and PATCH refuse a reference to a missing item where POST does',
  otherwise: 'PUT or PATCH stored a reference to a missing item, which POST refuses',
  touches: 'writes',
  needs: [needs.postable, needs.readable, referring],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) =>
    values.record({ bodies: values.batch(bodies.body(), 6), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: ({ bodies, turn }, tools) => tryUnknownReferences(tools, bodies, turn),
  then: ({ pointer, refused, accepted, writes }) => {
    const stored = writes.find(({ isStored }) => isStored);
    if (stored?.look)
      return violated({
        expected: `a 4xx status for an unknown ${pointer}, as for POST`,
        actual: `${stored.write.method} returned ${stored.write.answer?.status}, and GET shows the value`,
        shows: [refused, accepted, stored.write, stored.look],
      });
    if (http.hasStatus(refused, 2))
      return inconclusive('no-usable-case', `POST takes an unknown ${pointer}, so no item needs to exist`);
    if (!http.hasStatus(accepted, 2))
      return inconclusive('setup', `POST with a known ${pointer} returned ${accepted.answer?.status}`);
    if (writes.length === 0)
      return inconclusive('refused', `POST with an unknown ${pointer} returned ${refused.answer?.status}`);
    const isRefused = writes.every(({ write }) => http.hasStatus(write, 400, 404, 409, 410, 422));
    return isRefused ? held : inconclusive('setup', 'a write was neither refused nor stored');
  },
  silentIn: ['order-predecessors', 'unique-reference', 'semantic-400', 'put-204', 'etags'],
});
