import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBoundaryProperty } from '../../rule/values/generators.js';
import { testCollection } from '../test-service.fixture.js';
import { createStepSequences, listStateWalks } from './case-bodies.js';

const states = {
  pointer: '/status',
  initial: 'pending',
  terminal: ['cancelled', 'refunded'],
  transitions: { pending: { cancel: 'cancelled', pay: 'paid' }, paid: { refund: 'refunded' } },
};
const names = ['cancel', 'pay', 'refund'];
const actions = names.map((name) => ({
  name,
  path: `/things/{id}/${name}`,
  post: { method: 'POST', path: '', provenance: 'declared', statuses: [], parameters: [] } as const,
}));

describe('sequences of actions through the states of an item', () => {
  test('reach every final state, and try forbidden actions in each state', () => {
    expect(listStateWalks(states, names)).toEqual([
      ['refund', 'cancel', 'cancel', 'pay', 'refund'],
      ['refund', 'pay', 'cancel', 'pay', 'refund', 'cancel', 'pay', 'refund'],
    ]);
  });

  test('end if the states form a cycle', () => {
    const circle = { ...states, terminal: [], transitions: { on: { off: 'off' }, off: { on: 'on' } }, initial: 'on' };
    expect(listStateWalks(circle, ['on', 'off'])).toEqual([['on', 'off', 'off']]);
  });

  test('are the first cases, one each; later ones are random', async () => {
    const seen: (readonly string[])[] = [];
    await fc.check(
      createBoundaryProperty(createStepSequences({ states, actions }, 8), async (steps) => {
        seen.push(steps);
        return true;
      }),
      { seed: 1, numRuns: 6 },
    );
    expect(seen.slice(0, 2)).toEqual(listStateWalks(states, names));
    expect(seen.slice(2).every((steps) => steps.length > 0 && steps.length <= 8)).toBe(true);
  });

  test('shrink to the one step that causes the failure', async () => {
    const details = await fc.check(
      createBoundaryProperty(createStepSequences({ states, actions }, 8), async (steps) => !steps.includes('pay')),
      { seed: 1 },
    );
    expect(details.counterexample).toEqual([['pay']]);
  });

  test('are empty if no states are declared', () => {
    expect(fc.sample(createStepSequences(testCollection, 5), 1)).toEqual([[]]);
  });
});
