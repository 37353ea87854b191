import { expect, test } from 'vitest';
import { isChallenge } from './_shared/challenge.js';

test.each([
  ['Bearer'],
  ['Bearer realm="orders"'],
  ['Bearer realm="a, b=c", error="invalid_token"'],
  ['Basic realm="orders", charset="UTF-8"'],
  ['Negotiate, Basic realm="x"'],
  ['Negotiate YII='],
  [', Bearer'],
  [['', 'Bearer']],
])('%j is a challenge', (field) => {
  expect(isChallenge(field)).toBe(true);
});

test.each([[undefined], [''], [','], ['realm="orders"'], ['error=invalid'], ['realm = "x"'], ['"Bearer"'], [[]]])(
  '%j is none',
  (field) => {
    expect(isChallenge(field)).toBe(false);
  },
);
