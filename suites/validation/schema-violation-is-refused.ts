import { assume, defineRule, held, heldWithNote, http, inconclusive, needs, values, violated } from '#rule';
import { describedCreation, isLearned, isPlainBreach, isStored } from './_shared/described-creation.js';
import { moveToSecondElement } from './_shared/invalid-writes.js';

/**
 * An invalid element of a list comes after a valid one. A lenient service is legal: values that it corrects, truncates, drops or ignores are noted. It violates the rule
 * only where it stores and shows the very value that its own document forbids.
 */
export default defineRule({
  clause: 'ERR-08',
  title: 'A body that violates the schema of the document is refused',
  otherwise: 'A value that violates the schema of the document was stored',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.constrainedBodies, describedCreation],
  assumes: ['creation/created-item-is-readable'],
  cases: 18,
  given: (bodies) => values.record({ miss: bodies.nearMiss(), drawn: values.batch(bodies.body(), 3) }),
  when: async ({ miss, drawn: [body = null, ...others] }, { items, collection }) => {
    const invalid = [body, ...others].flatMap((valid) => moveToSecondElement(miss, valid))[0] ?? miss;
    const isPrepared = values.canBePrepared(invalid, collection);
    const refused = await items.post(
      invalid.body,
      isPrepared ? { isInvalid: true } : { text: JSON.stringify(invalid.body) },
    );
    const { exchange, item } = refused;
    if (!http.hasStatus(exchange, 200, 201, 204) || item === undefined) return { invalid, exchange };
    const shown = await item.getUntil((look) => http.hasStatus(look, 200));
    const valid = await items.create(body, { role: 'control' });
    const usual = await valid.getUntil((look) => http.hasStatus(look, 200));
    assume(http.hasStatus(usual, 200), 'setup', 'an item with valid values could not be read');
    return { invalid, exchange, shown, usual };
  },
  then: ({ invalid, exchange, shown, usual }, { collection }) => {
    const { answer } = exchange;
    if (http.hasStatus(exchange, 401, 403)) return inconclusive('refused', `POST returned ${answer?.status}`);
    if (http.hasStatus(exchange, 5)) return inconclusive('no-answer', `POST returned ${answer?.status}`);
    if (http.hasStatus(exchange, 4)) return held;
    if (
      !shown ||
      !usual ||
      !isPlainBreach(invalid) ||
      isLearned(invalid, collection) ||
      !isStored(invalid, shown, usual)
    )
      return heldWithNote(`lenient: ${values.describeNearMiss(invalid)} returned ${answer?.status}`);
    const expected = `a 4xx status for ${values.describeNearMiss(invalid)}`;
    return violated({
      expected,
      actual: `POST returned ${answer?.status}, and GET shows the value`,
      shows: [exchange, shown],
    });
  },
  silentIn: ['nullable-30', 'normalising', 'created-location-only', 'semantic-400', 'unique-reference'],
});
