import { compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { severalActions, tryLinkedActions } from './_shared/linked-actions.js';

/**
 * No profile says what the links mean: they name the possible actions only if an item links to an action before it succeeds, and
 * refuses two others to which it does not link. Links to what exists already appear afterwards, so they say nothing.
 */
export default defineRule({
  clause: 'LINK-01',
  title: 'An action to which an item does not link is refused',
  otherwise: 'An action succeeded in a state in which the item does not link to it',
  doubt: 'A missing link may mean that the action is not advertised, and not that it is forbidden.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, severalActions],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: ({ body }, tools) => tryLinkedActions(tools, body),
  then: (attempts, { withoutBookkeeping, dialect }) => {
    const offered = attempts.filter(({ isOffered, asked }) => isOffered && http.hasStatus(asked, 2));
    const hidden = attempts.filter(({ isOffered }) => !isOffered);
    const refused = hidden.filter(({ asked }) => http.hasStatus(asked, 403, 404, 405, 409, 410, ...dialect.conflict));
    if (offered.length === 0)
      return inconclusive('no-usable-case', 'no action was performed to which an item linked before');
    if (new Set(refused.map(({ name }) => name)).size < 2)
      return inconclusive('no-usable-case', 'fewer than two actions were refused to which an item did not link');
    const wrong = hidden.find(
      ({ name, asked, look, after }) =>
        http.hasStatus(asked, 200, 201, 204) &&
        after !== undefined &&
        offered.some((one) => one.name === name) &&
        !compare.isEquivalent(withoutBookkeeping(look.answer?.json), withoutBookkeeping(after.answer?.json)),
    );
    const open = hidden.find((one) => !refused.includes(one) && !http.hasStatus(one.asked, 2));
    if (wrong === undefined && open !== undefined)
      return inconclusive(
        'setup',
        `${open.name}, to which an item does not link, returned ${open.asked.answer?.status}`,
      );
    if (wrong === undefined) return held;
    const { name, way, look, asked } = wrong;
    return violated({
      expected: `${name} is refused after ${way.join(', ') || 'the creation'}, or the item links to it`,
      actual: `no link, and ${asked.method} returned ${asked.answer?.status}`,
      shows: [look, asked],
    });
  },
  silentIn: ['links-hal', 'links-header', 'links-none', 'removable-payments', 'put-204'],
});
