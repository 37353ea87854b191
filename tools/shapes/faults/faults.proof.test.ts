import { expect, test } from 'vitest';
import { checkDesign } from '../checker/check-design.js';
import { drawDesigns } from '../design/designs.js';
import { describeService } from '../facts/build-facts.js';
import { faults } from './faults.js';

const designs = drawDesigns(400, 99).map((design) => ({ design, facts: describeService(design) }));

test('the checker sees at least 95 % of the faults', { timeout: 1_200_000 }, async () => {
  const pairs = faults.flatMap((fault) =>
    designs
      .filter(({ facts }) => fault.appliesTo(facts))
      .slice(0, 20)
      .map(({ design }) => ({ design, fault })),
  );
  let seen = 0;
  for (const { design, fault } of pairs)
    if ((await checkDesign(design, { change: fault.change, probes: fault.seenBy })).length > 0) seen++;
  expect(seen / pairs.length).toBeGreaterThanOrEqual(0.95);
});
