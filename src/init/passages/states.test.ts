import { describe, expect, test } from 'vitest';
import { createSampleCollection } from '../sample.fixture.js';
import { guessNextState, guessState } from './suggestions.js';

const states = ['pending', 'paid', 'cancelled', 'refunded'];
const status = { type: 'string', enum: states };

describe('the member that looks like a state', () => {
  test('is found by its name and its few values, also in a $ref', () => {
    const document = { components: { schemas: { Status: status } } };
    const item = { properties: { id: {}, status: { $ref: '#/components/schemas/Status' } } };
    expect(guessState(createSampleCollection({ item }), document)).toEqual({ pointer: '/status', names: states });
  });

  test.each([
    ['another name', { properties: { size: { enum: ['S', 'M'] } } }],
    ['any text', { properties: { status: { type: 'string' } } }],
    ['one word only', { properties: { status: { enum: ['on'] } } }],
    ['no members', true],
  ])('is not taken for %s', (_, item) => {
    expect(guessState(createSampleCollection({ item }), undefined)).toBeUndefined();
  });
});

test.each([
  ['cancellation', 'cancelled'],
  ['payment', 'paid'],
  ['refund', 'refunded'],
  ['shipment', undefined],
])('the action %s is assumed to lead to %s', (action, state) => {
  expect(guessNextState(action, states.slice(1))).toBe(state);
});
