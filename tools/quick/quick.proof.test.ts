import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { allFaults } from '../faults/all-faults.js';
import { isFoundQuickly, quickPart } from './is-found-quickly.js';

useSteadyClock();

const found: string[] = [];
const size = 25;
const groups = Array.from({ length: Math.ceil(allFaults.length / size) }, (_, i) =>
  allFaults.slice(i * size, (i + 1) * size),
);

test.each(groups.map((group) => [group[0]?.name, group] as const))(
  'audits with faults from %s on',
  async (_, group) => {
    for (const fault of group) if (await isFoundQuickly(fault)) found.push(fault.name);
  },
);

test('a quick run finds at least 80 % of all faults', () => {
  expect(found.length / allFaults.length).toBeGreaterThanOrEqual(quickPart);
});
