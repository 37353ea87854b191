import { assume, compare, defineRule, held, http, inconclusive, type Json, needs, values, violated } from '#rule';
import { assumeNamed } from '../_shared/operations.js';
import { mayBeHidden, monitorCreatedEntries } from '../_shared/recorded-lists.js';
import { findCopies, type PossibleCopies, withoutId } from './_shared/copies.js';
import { createItems } from './_shared/create-items.js';

/**
 * Each creation is listed once: another entry with its marker, or that came with it, and another id is a copy, unless it differs in more
 * than its id, as versions and languages do. Two items are created from each of two bodies, one where items cannot be removed. A list
 * may leave out items for their values: an item that is missing while its twin is listed is lost. Where no item is listed at all, what the items say of themselves decides.
 */
export default defineRule({
  clause: 'PAG-03',
  title: 'Created items appear once in the list of their collection',
  otherwise: 'A created item does not appear once in the list of its collection',
  touches: 'writes',
  reusedItems: 2,
  judgesCreations: 'as they are',
  needs: [needs.creatable, needs.readable, needs.listable],
  assumes: ['creation/created-item-is-readable', 'creation/identity-is-stable'],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 2) }),
  when: async ({ bodies }, tools) => {
    const { items, collection } = tools;
    const twins = [];
    for (const body of bodies) twins.push(await createItems(items, body, collection.remove ? 2 : 1));
    const owned = twins.flat();
    const shows = (listing: http.Listing) => owned.every((item) => items.findEntry(listing, item));
    const first = await items.listUntil(shows);
    const listing = shows(first) ? first : await items.listUntil(shows);
    const isListed = (item: (typeof owned)[number]) => items.findEntry(listing, item) !== undefined;
    const lost = twins.find((pair) => pair.some(isListed) && !pair.every(isListed))?.find((item) => !isListed(item));
    const missing = lost ?? (owned.some(isListed) ? undefined : owned[0]);
    const look = missing && (await missing.get());
    // A list that was seen or described is there, where items in it are.
    const isAbsent = isListAbsent(listing) && collection.list?.provenance !== 'assumed';
    assume(shows(first) || listing.isWhole || isAbsent, 'no-usable-case', 'the list could not be read to its end');
    const isNamed = (entry: Json) => items.readId(entry) !== undefined || owned.some(({ id }) => id === String(entry));
    const areNamed = listing.entries.length === 0 || listing.entries.some(isNamed);
    assume(areNamed, 'no-usable-case', 'entries of the list show no id');
    if (missing) assumeNamed(items, listing);
    const copies = await findCopies(tools, owned, listing, missing ? undefined : bodies[0]);
    return { listing, missing, look, copies, isTwinListed: lost !== undefined };
  },
  then: ({ listing, missing, look, copies, isTwinListed }, { withoutBookkeeping }) => {
    const isCopied = ({ own, others }: PossibleCopies) => {
      const [one, ...more] = [own, ...others].map(({ id, shown }) => withoutId(withoutBookkeeping(shown), id));
      return more.some((other) => compare.isEquivalent(one, other));
    };
    const [first] = copies;
    if (first && copies.every(isCopied))
      return violated({
        summary: 'A creation appears several times in the list',
        expected: `one entry with the content of ${first.own.id}`,
        actual: [first.own, ...first.others].map(({ shown }) => shown ?? null),
        shows: first.shows,
      });
    if (missing === undefined || look === undefined) return held;
    if (listing.pages.some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    if (!http.hasStatus(look, 200)) return inconclusive('setup', `GET of the item returned ${look.answer?.status}`);
    if (!isTwinListed && mayBeHidden(look.answer?.json))
      return inconclusive('no-usable-case', 'the list may leave out items in this state');
    const others = `${listing.entries.length} other entries`;
    const actual = isListAbsent(listing) ? `GET of the list returned ${listing.pages[0]?.answer?.status}` : others;
    const shows = [missing.createdBy, look, ...listing.pages.slice(0, 3)];
    return violated({ expected: `${missing.id} in the list`, actual, shows });
  },
  monitor: monitorCreatedEntries,
  silentIn: ['pagination-offset', 'small-pages', 'pagination-keyset', 'created-location-only'],
});

/** Whether the service says that there is no such list. */
const isListAbsent = ({ pages: [page] }: http.Listing): boolean => page !== undefined && http.hasStatus(page, 404, 410);
