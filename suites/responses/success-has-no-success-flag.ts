import {
  assume,
  compare,
  defineMonitor,
  defineRule,
  type Exchange,
  held,
  http,
  inconclusive,
  needs,
  type TrafficExchange,
  values,
  violated,
} from '#rule';
import { flagsOf, isOnlyUndescribed, isOnlyUnlisted, wrapsItem } from './_shared/success-flags.js';

/**
 * The same flag at the root of item and list is an envelope, and so is one beside the member in which the item is. Another flag of the item
 * may be a member of it, unless the document describes all members but this one, and the list shows all but this one. One that only the
 * response to the creation has is none of the item.
 */
export default defineRule({
  clause: 'ERR-03',
  title: 'A success is not wrapped in a success flag',
  otherwise: 'Successes are wrapped in a success flag',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.readable],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const item = await items.getAny(body);
    const get = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    assume(http.hasStatus(get, 200), 'setup', 'GET of the item did not return 200');
    const isFlagged = collection.list !== undefined && flagsOf(get, item.sent).length > 0;
    const listing = isFlagged ? await items.list((entries) => entries.length > 0) : undefined;
    const entry = listing && items.findEntry(listing, item);
    const isWrapped = wrapsItem(get.answer?.json, item.id, (shown) => items.readId(shown));
    return { made: item.createdBy, sent: item.sent, get, list: listing?.pages[0], entry, isWrapped };
  },
  then: ({ made, sent, get, list, entry, isWrapped }, judging) => {
    const ofItem = flagsOf(get, sent);
    const shared = list ? flagsOf(list, null).filter((flag) => ofItem.includes(flag)) : [];
    const isOutside = (flag: string) =>
      isWrapped || shared.includes(flag) || (isOnlyUnlisted(get, flag, entry) && isOnlyUndescribed(get, flag, judging));
    const ofCreation = http.hasStatus(made, 201) ? flagsOf(made, sent).filter((flag) => !hasMember(get, flag)) : [];
    const [flag] = [...ofCreation, ...ofItem];
    if (flag === undefined) return held;
    const wrong = [...ofCreation, ...ofItem.filter(isOutside)];
    if (wrong.length === 0)
      return inconclusive('no-usable-case', `only the item has "${flag}" at its root, so it may be a member of it`);
    return violated({
      expected: 'only the status reports success',
      actual: wrong.map((one) => `"${one}" at the root`),
      shows: [made, get, ...(list && shared.length > 0 ? [list] : [])],
    });
  },
  monitor: defineMonitor({
    expected: 'only the status reports success',
    state: (create) => create<TrafficExchange>(),
    on: (exchange, _, state) => {
      const { method, path, answer, hasText } = exchange;
      if (method !== 'GET' || !http.hasStatus(exchange, 200) || !hasText || answer?.json === undefined)
        return undefined;
      // One operation may have a member of this name; an envelope is at several.
      const [flag] = flagsOf(exchange, null);
      const place = path.replace(/\?.*|[^/]*\d[^/]*/g, '');
      if (flag === undefined) return 'kept';
      state.set(`${flag} ${place}`, exchange);
      const shows = [...state.values()].filter((other) => flagsOf(other, null).includes(flag));
      return shows.length === leastFlagged
        ? { flaw: `"${flag}" at the root of ${leastFlagged} addresses`, shows }
        : 'kept';
    },
  }),
  silentIn: ['error-member', 'request-id-in-the-body', 'pagination-offset'],
});

/** Addresses at which a flag is that of an envelope. */
const leastFlagged = 3;

const hasMember = ({ answer }: Exchange, name: string): boolean =>
  compare.isObject(answer?.json) && Object.hasOwn(answer.json, name);
