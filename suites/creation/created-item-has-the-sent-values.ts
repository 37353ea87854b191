import {
  type Collection,
  compare,
  defineRule,
  held,
  http,
  inconclusive,
  type Json,
  needs,
  values,
  violated,
} from '#rule';
import { findAlterations, isEmpty, monitorSentValues } from './_shared/compare-values.js';
import { writeWithOffset } from './_shared/offset-times.js';

/** Times are sent in UTC, and with an offset where the service takes that. Members that are never shown are write-only; a member that PUT shows and POST did not was dropped by POST. */
export default defineRule({
  clause: 'CRE-03',
  title: 'A created item has the values that were sent',
  otherwise: 'A created item does not have the values that were sent',
  touches: 'writes',
  reusedItems: 1,
  judgesCreations: 'as first read',
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 6,
  given: (bodies) => values.record({ body: bodies.body(), hours: values.oneOf(0, 5, -8) }),
  when: async ({ body, hours }, { items, collection }) => {
    const timed = hours === 0 ? undefined : writeWithOffset(body, hours);
    const accepted = timed === undefined ? undefined : (await items.post(timed)).item;
    const item = accepted ?? (await items.create(body));
    const read = await http.readBack(item);
    const seen = { item, read, write: undefined, again: undefined };
    if (
      !needs.typedBodies.isMet(collection) ||
      !collection.replace?.request ||
      unshown(item.sent, read.answer?.json).length === 0
    )
      return seen;
    const write = await item.put(item.sent);
    if (!http.hasStatus(write, 200, 204)) return seen;
    return { ...seen, write, again: await item.getUntil((exchange) => http.hasStatus(exchange, 200)) };
  },
  then: ({ item, read, write, again }, { withoutBookkeeping, collection }) => {
    const all = withoutBookkeeping(item.sent);
    // In a form every value is text, and there is no usual way to write a list or members of members.
    const sent = needs.typedBodies.isMet(collection) ? all : pickTexts(all);
    const shown = read.answer?.json;
    const [changed] = findAlterations(sent, shown);
    if (changed) {
      const [expected, actual] = [changed.expected, changed.actual].map((value) => ({
        [changed.pointer]: value ?? null,
      }));
      return violated({ expected: expected ?? null, actual: actual ?? null, shows: [item.createdBy, read] });
    }
    const dropped = unshown(sent, shown).find(
      (name) => compare.getAtPointer(again?.answer?.json, `/${name}`) !== undefined,
    );
    if (dropped === undefined || !write || !again) return held;
    if (isWrapperAssumed(collection) && showsNone(all, shown))
      return inconclusive(
        'setup',
        'nothing that was sent is stored, and that a creation takes items in the member in which they are shown is assumed',
      );
    return violated({
      summary: 'POST dropped a member that PUT stores',
      expected: { [`/${dropped}`]: compare.getAtPointer(sent, `/${dropped}`) ?? null },
      actual: { [`/${dropped}`]: 'absent' },
      shows: [item.createdBy, read, write, again],
    });
  },
  monitor: monitorSentValues,
  silentIn: ['normalising', 'created-location-only', 'nullable-30', 'version-counter', 'error-member'],
});

/** Whether items are sent in a member only because the service shows them in it. */
const isWrapperAssumed = ({ envelope, facts }: Collection): boolean =>
  envelope?.style === 'member' &&
  envelope.request !== undefined &&
  facts.some(({ about, provenance }) => about === 'envelope' && provenance === 'observed');

const showsNone = (sent: Json | undefined, shown: Json | undefined): boolean =>
  compare.isObject(sent) && compare.isObject(shown) && !Object.keys(sent).some((name) => Object.hasOwn(shown, name));

const pickTexts = (sent: Json | undefined): Json | undefined =>
  compare.isObject(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([, value]) => typeof value === 'string'))
    : sent;

function unshown(sent: Json | undefined, shown: Json | undefined): string[] {
  if (!compare.isObject(sent) || !compare.isObject(shown)) return [];
  return Object.keys(sent).filter((name) => !/[~/]/.test(name) && !isEmpty(sent[name]) && !Object.hasOwn(shown, name));
}
