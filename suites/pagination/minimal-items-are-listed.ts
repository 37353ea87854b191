import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { assumeNamed } from '../_shared/operations.js';
import { copyChoices, countTopMembers, findDifferentChoice, optionalMembers } from './_shared/choices.js';

/**
 * An item that has only required members, and one that has others, too. Lists may select by flags and choices, so the second item
 * has those of the first.
 */
export default defineRule({
  clause: 'PAG-03',
  title: 'Items without optional members appear in the list of their collection',
  otherwise: 'An item without optional members does not appear in the list of its collection',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, needs.typedBodies, optionalMembers],
  assumes: ['creation/created-item-is-readable', 'creation/identity-is-stable', 'pagination/created-items-are-listed'],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 4) }),
  when: async ({ bodies }, { items, collection }) => {
    const [body = null] = [...bodies].sort((a, b) => countTopMembers(b) - countTopMembers(a));
    const minimal = await items.create(body, { isMinimal: true });
    const why = 'no member is optional';
    assume(countTopMembers(minimal.sent) < countTopMembers(items.draft(body)), 'no-usable-case', why);
    const look = await http.readBack(minimal);
    const other = await items.create(copyChoices(body, look.answer?.json, collection), { role: 'control' });
    const shows = (listing: http.Listing) => [minimal, other].every((item) => items.findEntry(listing, item));
    const listing = await items.listUntil(shows);
    const isListed = [minimal, other].map((item) => items.findEntry(listing, item) !== undefined);
    const [isMinimalListed = false, isOtherListed = false] = isListed;
    assume(isMinimalListed || listing.isWhole, 'no-usable-case', 'the list could not be read to its end');
    if (!isMinimalListed) assumeNamed(items, listing);
    const otherLook = isMinimalListed ? look : await http.readBack(other);
    return { listing, minimal, look, otherLook, isMinimalListed, isOtherListed, sent: other.sent };
  },
  then: ({ listing, minimal, look, otherLook, sent, ...listed }, judging) => {
    if (listed.isMinimalListed) return held;
    if (listing.pages.some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    if (!listed.isOtherListed)
      return inconclusive('setup', 'the list does not show the item with optional members either');
    const choice = findDifferentChoice([look.answer?.json, otherLook.answer?.json], sent, judging.collection, judging);
    if (choice !== undefined) return inconclusive('no-usable-case', `the list may select items by ${choice}`);
    const actual = `${listing.entries.length} other entries, one of them with optional members`;
    const shows = [minimal.createdBy, look, ...listing.pages.slice(0, 3)];
    return violated({ expected: `${minimal.id} in the list`, actual, shows });
  },
  silentIn: ['pagination-offset', 'small-pages', 'pagination-keyset', 'created-location-only'],
});
