import { expect, test } from 'vitest';
import type { SentWrite } from './compare-lists.js';
import { type DoubtfulLoss, LossDoubts } from './loss-doubts.js';

const write = (n: number): SentWrite =>
  ({ n, method: 'DELETE', path: `/orders/${n}`, collection: 'orders', mayHaveAdded: true }) as SentWrite;

const loseFrom = (list: object, all: readonly SentWrite[]): DoubtfulLoss => {
  const loss = { is: 'missing' } as DoubtfulLoss['loss'];
  return { one: { list, losses: [loss] } as unknown as DoubtfulLoss['one'], loss, suspects: { after: all[0], all } };
};

test('a list from which others remove items hides nothing that happens to another one', () => {
  const doubts = new LossDoubts();
  const [busy, quiet] = [{ isLosing: false }, { isLosing: false }];
  const first = loseFrom(quiet, [write(1)]);
  doubts.add(first.one, first.suspects);
  const proven = [2, 3, 4].map((n) => doubts.count([loseFrom(busy, []), loseFrom(quiet, [write(n)])], write(n)).length);
  expect([proven, busy.isLosing, quiet.isLosing]).toEqual([[0, 0, 3], true, false]);
});

test('what goes without a write is no proof', () => {
  const doubts = new LossDoubts();
  const list = { isLosing: false };
  const first = loseFrom(list, [write(1)]);
  doubts.add(first.one, first.suspects);
  doubts.count([loseFrom(list, [])], undefined);
  expect([2, 3, 4, 5].map((n) => doubts.count([loseFrom(list, [write(n)])], write(n)).length)).toEqual([0, 0, 0, 0]);
});
