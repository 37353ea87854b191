import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { monitorEntries } from '../_shared/recorded-lists.js';
import { changeable, drawChange, writeChange } from './_shared/change.js';
import { listOldMembers, readMaxAge } from './_shared/reads.js';

/** A member is judged if its entry showed the same value as GET before the write: a list may show a summary. */
export default defineRule({
  clause: 'CACHE-09',
  title: 'The list of a collection shows a write',
  otherwise: 'The list still shows the old value after a write',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, needs.listable, changeable],
  assumes: [
    'creation/created-item-is-readable',
    'caching/write-is-visible-in-the-next-get',
    'safety/repeated-get-returns-the-same',
  ],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), change: drawChange(bodies) }),
  when: async ({ body, change }, tools) => {
    const { items, collection } = tools;
    const item = await items.create(body, { role: 'control' });
    const before = await http.readBack(item);
    const find = (listing: http.Listing) => items.findEntry(listing, item);
    const entry = find(await items.listUntil((listing) => find(listing) !== undefined));
    assume(entry !== undefined, 'setup', 'the list does not show the created item');
    const { sent, exchange: written } = await writeChange(item, change, tools);
    assume(http.hasStatus(written, 200, 204), 'setup', `${written.method} returned ${written.answer?.status}`);
    const truth = await item.getUntil(({ answer }) => answer?.text !== before.answer?.text);
    const changed = listOldMembers({ sent, before, truth, entry }, entry);
    assume(changed.length > 0, 'no-usable-case', 'the write changed no member that the list shows');
    const isOld = (listing: http.Listing) =>
      listOldMembers({ sent, before, truth, entry }, find(listing) ?? null).length > 0;
    const next = await items.listUntil((listing) => !isOld(listing));
    if (isOld(next) && collection.consistency.listMs === 0) await http.pause(http.typicalReadLagMs);
    const last = isOld(next)
      ? await items.list((entries) => entries.some((one) => items.readId(one) === item.id))
      : next;
    const shown = find(last) ?? null;
    return { before, written, truth, last, shown, old: listOldMembers({ sent, before, truth, entry }, shown) };
  },
  then: ({ before, written, truth, last, shown, old }, { isVolatile }) => {
    const stale = old.filter((at) => !isVolatile(at));
    if (stale.length === 0) return held;
    if (last.pages.some((page) => http.isCached(page) || (readMaxAge(page) ?? 0) > 0))
      return inconclusive('noise', 'the list may still be cached');
    const pick = (from: Parameters<typeof compare.getAtPointer>[0]) =>
      Object.fromEntries(stale.map((at) => [at, compare.getAtPointer(from, at) ?? 'absent']));
    const pages = last.pages.filter(({ answer }) => answer?.json !== undefined).slice(-1);
    const shows = [before, written, truth, ...pages];
    return violated({ expected: pick(truth.answer?.json), actual: pick(shown), shows });
  },
  monitor: monitorEntries('the values of GET', (entry, { reads, write, before, path, exchange, traffic }) => {
    const [sent, truth] = [write && http.readContent(write), reads.at(-1)];
    const isDone = write !== undefined && /^(PUT|PATCH)$/.test(write.method) && http.hasStatus(write, 200, 204);
    if (!isDone || !before || !truth || truth.n < write.n || !compare.isObject(sent)) return undefined;
    const isFresh = traffic.isSettled(write, exchange, path) && (readMaxAge(exchange) ?? 0) === 0;
    if (!isFresh || !traffic.isUndisturbed(truth, exchange, path)) return undefined;
    return listOldMembers({ sent, before, truth, entry }, entry).length > 0 ? [before, write, truth] : null;
  }),
  silentIn: ['etags', 'put-204', 'normalising', 'pagination-offset', 'fresh-for-30-seconds'],
});
