import { expect, test } from 'vitest';
import type { SentWrite } from './compare-lists.js';
import { type DoubtfulLoss, LossDoubts } from './loss-doubts.js';

const write = (n: number, method = 'DELETE'): SentWrite =>
  ({ n, method, path: `/orders/${n}`, collection: 'orders', mayHaveAdded: true }) as SentWrite;

const loseFrom = (list: object, all: readonly SentWrite[]): DoubtfulLoss => {
  const loss = { is: 'missing' } as DoubtfulLoss['loss'];
  return { one: { list, losses: [loss] } as unknown as DoubtfulLoss['one'], loss, suspects: { after: all[0], all } };
};

test('a list from which others remove items hides nothing that happens to another one', () => {
  const doubts = new LossDoubts();
  const [busy, quiet] = [{ isLosing: false }, { isLosing: false }];
  const first = loseFrom(quiet, [write(1)]);
  doubts.add(first.one, first.suspects);
  const proven = [2, 3].map((n) => doubts.count([loseFrom(busy, []), loseFrom(quiet, [write(n)])], write(n)).length);
  expect([proven, busy.isLosing, quiet.isLosing]).toEqual([[0, 3], true, false]);
});

test('what goes without a write is no proof', () => {
  const doubts = new LossDoubts();
  const list = { isLosing: false };
  const first = loseFrom(list, [write(1)]);
  doubts.add(first.one, first.suspects);
  doubts.count([loseFrom(list, [])], undefined);
  expect([2, 3, 4, 5].map((n) => doubts.count([loseFrom(list, [write(n)])], write(n)).length)).toEqual([0, 0, 0, 0]);
});

test('what went with two kinds of writes counts for the one that is in doubt when the other took nothing', () => {
  const doubts = new LossDoubts();
  const list = { isLosing: false };
  const first = loseFrom(list, [write(1, 'POST'), write(2)]);
  doubts.add(first.one, first.suspects);
  expect(doubts.count([], write(3, 'POST'))).toEqual([]);
  expect([4, 5].map((n) => doubts.count([loseFrom(list, [write(n)])], write(n)).length)).toEqual([0, 3]);
});

test('what went with two kinds of writes that both take items counts for none', () => {
  const doubts = new LossDoubts();
  const list = { isLosing: false };
  const first = loseFrom(list, [write(1, 'POST'), write(2)]);
  doubts.add(first.one, first.suspects);
  const after = (n: number, method?: string) => doubts.count([loseFrom(list, [write(n, method)])], write(n, method));
  expect([after(3, 'POST'), after(4), after(5), after(6), after(7), after(8)].map(({ length }) => length)).toEqual([
    0, 0, 0, 0, 0, 0,
  ]);
});

test('what goes from a list whose entries others remove is no proof, also where it went beside single writes', () => {
  const doubts = new LossDoubts();
  const list = { isLosing: false, isRemoving: false };
  const first = loseFrom(list, [write(1)]);
  doubts.add(first.one, first.suspects);
  expect(doubts.count([loseFrom(list, [write(2)])], write(2))).toEqual([]);
  list.isRemoving = true;
  expect(doubts.count([loseFrom(list, [write(3)])], write(3))).toEqual([]);
});
