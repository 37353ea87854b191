import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createTwoNests, nested } from './_shared/below.js';

/** An item is created below each of two new ones. Each Location must lead to the item below its own parent. */
export default defineRule({
  clause: 'CRE-02',
  title: 'Location of an item names the item above it',
  otherwise: 'Location of an item leads below another item',
  touches: 'writes',
  needs: [needs.postable, needs.readable, nested],
  assumes: ['creation/created-item-is-readable', 'creation/location-leads-to-the-item'],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 2) }),
  when: async ({ bodies }, { related, client }) => {
    const nests = await createTwoNests(related.nest);
    const made = [];
    for (const [i, { items, collection }] of nests.entries()) {
      const { exchange, item } = await items.post(bodies[i] ?? null);
      const location = http.getHeader(exchange.answer, 'location');
      const isLed = http.hasStatus(exchange, 201) && location !== undefined && item !== undefined;
      const look = isLed ? await client.send({ method: 'GET', path: item.path }) : undefined;
      made.push({ exchange, location, look, below: collection.path, path: item?.path });
    }
    return made;
  },
  then: (made) => {
    const usable = made.filter(({ location, look }) => location !== undefined && look !== undefined);
    if (usable.length < made.length) return inconclusive('no-usable-case', 'a creation has no Location');
    const others = (below: string) => made.map((one) => one.below).filter((one) => one !== below);
    const wrong = usable.find(({ location = '', below }) => others(below).some((one) => location.includes(`${one}/`)));
    if (wrong === undefined) return held;
    const { exchange, below, location = '' } = wrong;
    const other = made.find((one) => one !== wrong);
    return violated({
      expected: `an address below ${below}`,
      actual: location,
      shows: [...(other ? [other.exchange] : []), exchange],
    });
  },
  silentIn: ['order-parts', 'order-parts-numbered', 'parts-keep-their-order'],
});
