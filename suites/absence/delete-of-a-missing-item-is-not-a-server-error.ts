import { defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';

/** The convention says 404. Some services return 204, because DELETE is idempotent (`dialect.deleteMissing`). Both are legal. */
export default defineRule({
  clause: 'ERR-10',
  title: 'DELETE of a missing resource is not a server error',
  otherwise: 'DELETE of a missing resource caused a server error',
  stage: 'stable',
  touches: 'deletes',
  needs: [needs.removable],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const nothing = await items.getUnknown(body);
    return { removed: await nothing.delete() };
  },
  then: ({ removed }, { dialect }) => {
    const status = removed.answer?.status;
    if (http.hasStatus(removed, 404, 410)) return held;
    if (http.hasStatus(removed, 2))
      return dialect.deleteMissing === 'no-content'
        ? held
        : heldWithNote(
            `DELETE of an item that never existed returned ${status}, as with dialect.deleteMissing: no-content`,
          );
    if (http.hasStatus(removed, 401, 403)) return inconclusive('refused', `DELETE returned ${status}`);
    if (!http.hasStatus(removed, 5) || status === 501) return inconclusive('setup', `DELETE returned ${status}`);
    return violated({ expected: 'DELETE returns 404', actual: `DELETE returned ${status}`, shows: [removed] });
  },
  silentIn: ['second-delete-204', 'second-delete-410', 'soft-delete-410', 'ids-integer', 'ids-prefixed'],
});
