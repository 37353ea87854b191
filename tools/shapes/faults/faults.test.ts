import { describe, expect, test } from 'vitest';
import { drawDesigns } from '../design/designs.js';
import { describeService } from '../facts/build-facts.js';
import { faults, findFault } from './faults.js';

/** Sentences of the convention that a service can break; sections 6 and 9, 1.1, 1.6, 2.2 and 2.3 need another version or a reader. */
const clauses = [
  ...['1.2', '1.3', '1.4', '1.5', '2.1', '2.4', '2.cancellation', '3.1'],
  ...['4.post', '4.put', '4.patch', '4.delete', '4.list', '4.cancellation', '4.1', '4.2', '4.3', '4.4'],
  ...['5.401', '5.403', '7.0', '7.1', '7.2', '7.3', '7.4'],
  ...[
    '7.201',
    '7.400',
    '7.401',
    '7.403',
    '7.404',
    '7.409',
    '7.422',
    '7.429',
    '7.5xx',
    '8.1',
    '8.2',
    '8.3',
    '8.4',
    'http',
  ],
];

describe('faults', () => {
  test('break each clause of the convention that a service can break', () => {
    expect([...new Set(faults.flatMap((one) => one.clauses))].sort()).toEqual([...clauses].sort());
  });

  test('have names of their own', () => {
    for (const fault of faults) expect(findFault(fault.name)).toBe(fault);
  });

  test('apply to several of 400 designs', () => {
    const services = drawDesigns(400, 41).map(describeService);
    const rare = faults.filter(({ appliesTo }) => services.filter(appliesTo).length < 5);
    expect(rare.map(({ name }) => name)).toEqual([]);
  });
});
