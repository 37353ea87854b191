import {
  answered,
  at,
  held,
  isObject,
  type Json,
  makeable,
  readable,
  readBack,
  record,
  rule,
  typed,
  violated,
} from '#rule';
import { alterations, isEmpty } from './_alike.js';

/** Members that are never shown are write-only; one that PUT can show and POST did not was dropped. */
export default rule({
  clause: 'CRE-03',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'What was made shows what was sent',
  otherwise: 'What was made does not show what was sent',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, readable, typed],
  assumes: ['creation/made-is-readable'],
  cases: 6,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const item = await items.make(body);
    const read = await readBack(item);
    const seen = { item, read, write: undefined, again: undefined };
    if (!collection.replace?.request || unshown(item.sent, read.answer?.json).length === 0) return seen;
    const write = await item.put(item.sent);
    if (!answered(write, 200, 204)) return seen;
    return { ...seen, write, again: await item.getUntil((exchange) => answered(exchange, 200)) };
  },
  then: ({ item, read, write, again }, { settled }) => {
    const sent = settled(item.sent);
    const shown = read.answer?.json;
    const [changed] = alterations(sent, shown);
    if (changed) {
      const [expected, actual] = [changed.expected, changed.actual].map((value) => ({
        [changed.pointer]: value ?? null,
      }));
      return violated({ expected: expected ?? null, actual: actual ?? null, shows: [item.made, read] });
    }
    const dropped = unshown(sent, shown).find((name) => at(again?.answer?.json, `/${name}`) !== undefined);
    if (dropped === undefined || !write || !again) return held;
    return violated({
      summary: 'POST dropped a member that PUT stores',
      expected: { [`/${dropped}`]: at(sent, `/${dropped}`) ?? null },
      actual: { [`/${dropped}`]: 'absent' },
      shows: [item.made, read, write, again],
    });
  },
  proof: {
    violatedBy: ['post-drops-the-note', 'post-caps-the-quantity', 'post-strips-accents'],
    silentIn: ['normalising', 'created-location-only', 'nullable-30', 'version-counter', 'error-member'],
  },
});

function unshown(sent: Json | undefined, shown: Json | undefined): string[] {
  if (!isObject(sent) || !isObject(shown)) return [];
  return Object.keys(sent).filter((name) => !/[~/]/.test(name) && !isEmpty(sent[name]) && !Object.hasOwn(shown, name));
}
