import { type Collection, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';

/** Whether the 404 of DELETE is named for missing items, and not for a missing parent or for every operation. */
const namesMissingItems = ({ remove, list }: Collection): boolean =>
  remove?.statuses.includes(404) === true && remove.path.split('{').length === 2 && !list?.statuses.includes(404);

/**
 * The convention says 404. Some services return 204, because DELETE is idempotent (`dialect.deleteMissing`). Both are legal, until
 * the document or the profile says that it is 404.
 */
export default defineRule({
  clause: 'ERR-10',
  title: 'DELETE of a missing item returns 404 where that is promised',
  otherwise: 'DELETE of a missing item returned another status than was promised',
  touches: 'deletes',
  needs: [needs.removable],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const nothing = await items.getUnknown(body);
    return { removed: await nothing.delete() };
  },
  then: ({ removed }, { dialect: { deleteMissing }, collection }) => {
    const status = removed.answer?.status;
    if (http.hasStatus(removed, 404, 410)) return held;
    if (http.hasStatus(removed, 401, 403)) return inconclusive('refused', `DELETE returned ${status}`);
    const violation = {
      actual: `DELETE of an item that never existed returned ${status}`,
      shows: [removed],
    };
    if (http.hasStatus(removed, 2)) {
      if (deleteMissing === 'no-content') return held;
      if (deleteMissing === 'not-found')
        return violated({ expected: '404, which the profile declares (dialect.deleteMissing)', ...violation });
      // 202 says that the request is performed later, or not.
      if (namesMissingItems(collection) && status !== 202)
        return violated({ expected: '404, which the document names for this DELETE', ...violation });
      return heldWithNote(
        `DELETE of an item that never existed returned ${status}, as with dialect.deleteMissing: no-content`,
      );
    }
    if (!http.hasStatus(removed, 5) || status === 501) return inconclusive('setup', `DELETE returned ${status}`);
    return violated({ expected: 'DELETE returns 404', ...violation });
  },
  silentIn: ['second-delete-204', 'second-delete-410', 'soft-delete-410', 'ids-integer', 'ids-prefixed'],
});
