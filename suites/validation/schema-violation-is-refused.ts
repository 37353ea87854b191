import {
  assume,
  canBePrepared,
  constrainedBodies,
  creatable,
  defineRule,
  describeNearMiss,
  hasStatus,
  held,
  heldWithNote,
  inconclusive,
  listPreparedMembers,
  readable,
  record,
  typedBodies,
  violated,
} from '#rule';
import { describedCreation, isLearned, isPlainBreach, isStored } from './_described-creation.js';

/**
 * A lenient service is legal: values that it corrects, truncates, drops or ignores are noted. It violates the rule
 * only where it stores and shows the very value that its own document forbids.
 */
export default defineRule({
  clause: 'ERR-08',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A body that violates the schema of the document is refused',
  otherwise: 'A value that violates the schema of the document was stored',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, constrainedBodies, describedCreation, typedBodies],
  assumes: ['creation/created-item-is-readable'],
  cases: 18,
  given: (bodies) => record({ miss: bodies.nearMiss(), body: bodies.body() }),
  when: async ({ miss, body }, { items, collection }) => {
    const isDressed = canBePrepared(miss, listPreparedMembers(collection));
    const refused = await items.post(miss.body, isDressed ? {} : { text: JSON.stringify(miss.body) });
    const { exchange, item } = refused;
    if (!hasStatus(exchange, 200, 201, 204) || item === undefined) return { miss, exchange };
    const shown = await item.getUntil((look) => hasStatus(look, 200));
    const valid = await items.create(body, { role: 'control' });
    const usual = await valid.getUntil((look) => hasStatus(look, 200));
    assume(hasStatus(usual, 200), 'setup', 'an item with valid values could not be read');
    return { miss, exchange, shown, usual };
  },
  then: ({ miss, exchange, shown, usual }, { collection }) => {
    const { answer } = exchange;
    if (hasStatus(exchange, 401, 403)) return inconclusive('refused', `POST returned ${answer?.status}`);
    if (hasStatus(exchange, 5)) return inconclusive('no-answer', `POST returned ${answer?.status}`);
    if (hasStatus(exchange, 4)) return held;
    if (!shown || !usual || !isPlainBreach(miss) || isLearned(miss, collection) || !isStored(miss, shown, usual))
      return heldWithNote(`lenient: ${describeNearMiss(miss)} returned ${answer?.status}`);
    const expected = `a 4xx status for ${describeNearMiss(miss)}`;
    return violated({
      expected,
      actual: `POST returned ${answer?.status}, and GET shows the value`,
      shows: [exchange, shown],
    });
  },
  proof: {
    violatedBy: ['priority-accepts-any-value', 'quantity-accepts-maximum-plus-one'],
    silentIn: ['nullable-30', 'normalising', 'created-location-only', 'semantic-400', 'unique-reference'],
  },
});
