import { expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import { findTurnedOn, turnSwitchesOff } from './request-content.js';

const collection = { exclusive: ['/main'], overrides: {} };

test.each<[Json, Json]>([
  [
    { main: true, note: 'a' },
    { main: false, note: 'a' },
  ],
  [{ order: { main: true } }, { order: { main: false } }],
  [
    { main: false, other: true },
    { main: false, other: true },
  ],
])('%j is sent as %j', (drawn, sent) => {
  expect(turnSwitchesOff(collection, drawn)).toEqual(sent);
});

test.each([
  '{"main":true}',
  '{"order":{"main":true}}',
  '[{"op":"replace","path":"/main","value":true}]',
  '[{"op":"add","path":"","value":{"main":true}}]',
  '[{"note":"a"},{"main":true}]',
  'note=a&main=true',
  'order[main]=1',
])('%s turns a switch on', (content) => {
  expect(findTurnedOn(collection, content)).toMatch(/main/);
});

test.each(['{"main":false}', '{"other":true}', '[{"op":"test","path":"/other","value":true}]', 'main=false', 'main'])(
  '%s does not',
  (content) => {
    expect(findTurnedOn(collection, content)).toBeUndefined();
  },
);

test('the profile can have it sent', () => {
  const declared = { exclusive: ['/main'], overrides: { '/main': true } };
  expect(turnSwitchesOff(declared, { main: true })).toEqual({ main: true });
  expect(findTurnedOn(declared, '{"main":true}')).toBeUndefined();
});
