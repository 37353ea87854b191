import { describe, expect, test } from 'vitest';
import { type Action, type Collection, compare } from '#rule';
import type { StateModel } from '../../../src/model/service/collection-parts.js';
import { decideLegality, listStates } from './judge-conflicts.js';

const states: StateModel = {
  pointer: '/status',
  initial: 'pending',
  terminal: ['cancelled', 'refunded'],
  transitions: {
    pending: { payment: 'paid', cancellation: 'cancelled' },
    paid: { refund: 'refunded', note: 'paid' },
    // A profile that says `held: [paid]` says which state may follow, and not by which action.
    held: {},
  },
};

const action = (name: string, from?: readonly string[]): Action => ({
  name,
  path: `/orders/{id}/${name}`,
  ...(from && { from }),
});
const standing = (name: string, state: string | undefined, from?: readonly string[]) =>
  decideLegality({ states } as Collection, action(name, from), state);

describe('an action in a state', () => {
  test.each<[string, string | undefined, string]>([
    ['payment', 'pending', 'legal'],
    ['refund', 'pending', 'forbidden'],
    ['payment', 'refunded', 'forbidden'],
    ['note', 'paid', 'legal'],
    ['refund', 'held', 'unknown'],
    ['refund', 'shipped', 'unknown'],
    ['comment', 'pending', 'unknown'],
    ['refund', undefined, 'unknown'],
  ])('%s when %s is %s', (name, state, expected) => expect(standing(name, state)).toBe(expected));

  test('is legal where its own declaration says so, and forbidden elsewhere', () => {
    expect(standing('comment', 'paid', ['paid'])).toBe('legal');
    expect(standing('comment', 'pending', ['paid'])).toBe('forbidden');
  });

  test('is unknown where no states are declared', () => {
    expect(decideLegality({} as Collection, action('refund'), 'pending')).toBe('unknown');
  });
});

describe('paths between states', () => {
  test('are the shortest ones', () => {
    expect(compare.findStatePath(states, 'pending', (state) => state === 'refunded')).toEqual(['payment', 'refund']);
    expect(compare.findStatePath(states, 'paid', (state) => state === 'paid')).toEqual([]);
    expect(compare.findStatePath(states, 'cancelled', (state) => state === 'paid')).toBeUndefined();
  });

  test('begin at the initial state', () => expect(listStates(states)[0]).toBe('pending'));
});
