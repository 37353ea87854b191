import { expect, test } from 'vitest';
import { checkDesign } from '../checker/check-design.js';
import { drawDesigns } from '../design/designs.js';
import { describeService } from '../facts/build-facts.js';
import { faults } from './faults.js';

const designs = drawDesigns(400, 99).map((design) => ({ design, facts: describeService(design) }));

test('the checker sees each fault in at least 95 % of its pairs', { timeout: 1_200_000 }, async () => {
  const pairs = faults.flatMap((fault) =>
    designs
      .filter(({ facts }) => fault.appliesTo(facts))
      .slice(0, 20)
      .map(({ design }) => ({ design, fault })),
  );
  const counts = new Map(faults.map(({ name }) => [name, { pairs: 0, seen: 0 }]));
  for (const { design, fault } of pairs) {
    const count = counts.get(fault.name) ?? { pairs: 0, seen: 0 };
    count.pairs++;
    if ((await checkDesign(design, { change: fault.change, probes: fault.seenBy })).length > 0) count.seen++;
  }
  const unseen = [...counts].filter(([, { pairs: all, seen }]) => all === 0 || seen / all < 0.95);
  expect(unseen).toEqual([]);
});
