import { expect, test } from 'vitest';
import type { Exchange, Json, JsonObject, JudgingTools } from '#rule';
import type { Attempt } from './_shared/attempts.js';
import { type AttemptEffect, judgeEffects } from './_shared/effect.js';

const sent = { name: 'a', size: 1 };
const stored = { id: 7, name: 'a', size: 1, status: 'pending', touched: 0 };

const look = (json: Json | undefined, status = 200, headers = {}): Exchange => ({
  ...{ n: 1, method: 'GET', path: '/x', silence: undefined },
  answer: { status, headers, text: '', json },
});

const judging = {
  withoutBookkeeping: (value: Json | undefined) => value,
  collection: { states: { pointer: '/status', terminal: [], transitions: { pending: { payment: 'paid' } } } },
} as unknown as JudgingTools;

const watched = (after: Exchange, more: Partial<AttemptEffect> = {}): AttemptEffect => ({
  attempt: { name: 'PUT', isOnItem: true, carried: { extra: 1 }, send: async () => look(null) },
  ...{ asked: look(null, 403), sent, before: look(stored), after, again: after },
  ...more,
});

const payment = { name: 'POST', isOnItem: true, action: { name: 'payment', path: '' } } as unknown as Attempt;
const changed = (members: JsonObject) => look({ ...stored, ...members });

test.each<[string, AttemptEffect, object]>([
  ['an unchanged item', watched(look(stored)), { verdict: 'held' }],
  [
    'a member of the client',
    watched(changed({ size: 2 })),
    { grounds: { expected: { '/size': 1 }, actual: { '/size': 2 } } },
  ],
  ['a member that was sent with the attempt', watched(changed({ extra: 1 })), { grounds: { actual: { '/extra': 1 } } }],
  ['a removed item', watched(look(null, 404)), { grounds: { actual: 'GET returned 404' } }],
  ['a member of the service', watched(changed({ touched: 1 })), { cause: 'noise' }],
  [
    'a member that changes again by itself',
    watched(changed({ size: 2 }), { again: changed({ size: 3 }) }),
    { cause: 'noise' },
  ],
  ['a read that was refused', watched(look(null, 403)), { cause: 'setup' }],
  ['a read that a cache answered', watched(look(stored, 200, { age: '3' })), { cause: 'noise' }],
  [
    'a state to which the action leads',
    watched(changed({ status: 'paid' }), { attempt: payment }),
    { verdict: 'violated' },
  ],
  ['a state to which it does not', watched(changed({ status: 'lost' }), { attempt: payment }), { cause: 'noise' }],
  ['a state after another attempt', watched(changed({ status: 'paid' })), { cause: 'noise' }],
])('%s', (_, one, expected) => {
  expect(judgeEffects([one], judging, 'of the other caller')).toMatchObject(expected);
});

test('one effect is a violation, and no attempt proves nothing', () => {
  const seen = [watched(changed({ touched: 1 })), watched(changed({ size: 2 }))];
  expect(judgeEffects(seen, judging, 'of the other caller')).toMatchObject({ verdict: 'violated' });
  expect(judgeEffects([], judging, 'of the other caller')).toMatchObject({ cause: 'no-usable-case' });
});
