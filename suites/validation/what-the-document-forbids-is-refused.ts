import {
  answered,
  assume,
  breachOf,
  breakable,
  canBeDressed,
  dressedAt,
  held,
  heldNoting,
  inconclusive,
  makeable,
  readable,
  record,
  rule,
  typed,
  violated,
} from '#rule';
import { described, isPlainBreach, isStored, isTaught } from './_described.js';

/**
 * A lenient service is no worse for it: what it puts right, cuts, drops or takes for nothing is noted. It is accused
 * only where it stores, and shows, the very value that its own document forbids.
 */
export default rule({
  clause: 'ERR-08',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'What the document of the service forbids is refused',
  otherwise: 'What the document of the service forbids was stored as it was sent',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [makeable, readable, breakable, described, typed],
  assumes: ['creation/made-is-readable'],
  cases: 18,
  given: (bodies) => record({ miss: bodies.nearMiss(), body: bodies.body() }),
  when: async ({ miss, body }, { items, collection }) => {
    const isDressed = canBeDressed(miss, dressedAt(collection));
    const refused = await items.post(miss.body, isDressed ? {} : { text: JSON.stringify(miss.body) });
    const { exchange, item } = refused;
    if (!answered(exchange, 200, 201, 204) || item === undefined) return { miss, exchange };
    const shown = await item.getUntil((look) => answered(look, 200));
    const valid = await items.make(body, { role: 'control' });
    const usual = await valid.getUntil((look) => answered(look, 200));
    assume(answered(usual, 200), 'setup', 'not even what is valid could be read');
    return { miss, exchange, shown, usual };
  },
  then: ({ miss, exchange, shown, usual }, { collection }) => {
    const { answer } = exchange;
    if (answered(exchange, 401, 403)) return inconclusive('refused', `POST was answered ${answer?.status}`);
    if (answered(exchange, 5)) return inconclusive('no-answer', `POST was answered ${answer?.status}`);
    if (answered(exchange, 4)) return held;
    if (!shown || !usual || !isPlainBreach(miss) || isTaught(miss, collection) || !isStored(miss, shown, usual))
      return heldNoting(`lenient: ${breachOf(miss)} is answered ${answer?.status}`);
    const expected = `a status from 400 to 499 for ${breachOf(miss)}`;
    return violated({ expected, actual: `POST answers ${answer?.status}, and GET shows it`, shows: [exchange, shown] });
  },
  proof: {
    violatedBy: ['priority-takes-any-word', 'quantity-takes-one-too-many'],
    silentIn: ['nullable-30', 'normalising', 'created-location-only', 'semantic-400', 'unique-reference'],
  },
});
