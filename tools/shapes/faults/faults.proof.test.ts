import { expect, test } from 'vitest';
import { checkDesign } from '../checker/check-design.js';
import { drawDesigns } from '../design/designs.js';
import { describeService } from '../facts/build-facts.js';
import { faults } from './faults.js';
import { isCreatable, isQuiet, some } from './where.js';

const drawn = drawDesigns(2000, 99).map((design) => ({ design, facts: describeService(design) }));
const first = drawn.slice(0, 400);
/** Services without a collection in which a client can have items of its own, and in which no other client writes. */
const closed = drawn.filter(({ facts }) => !some((one, all) => isCreatable(one, all) || !isQuiet(one, all))(facts));

/** Faults of which the checker sees too few of the pairs with some designs, without a write to an item of others. */
async function listUnseen(designs: typeof drawn, least: number) {
  const unseen = [];
  for (const { name, appliesTo, change, seenBy } of faults) {
    const pairs = designs.filter(({ facts }) => appliesTo(facts)).slice(0, 20);
    let seen = 0;
    for (const { design } of pairs)
      if ((await checkDesign(design, { change, probes: seenBy, isHarmless: true })).length > 0) seen++;
    if (seen < pairs.length * least) unseen.push({ name, pairs: pairs.length, seen });
  }
  return unseen;
}

test('the checker sees each fault in at least 95 % of its pairs', { timeout: 1_200_000 }, async () => {
  expect(faults.filter(({ appliesTo }) => !first.some(({ facts }) => appliesTo(facts)))).toEqual([]);
  expect(await listUnseen(first, 0.95)).toEqual([]);
});

test('it sees each in 90 % where it can have no items of its own', { timeout: 1_200_000 }, async () => {
  expect(closed.length).toBeGreaterThan(20);
  expect(await listUnseen(closed, 0.9)).toEqual([]);
});
