import { expect, test } from 'vitest';
import type { LedgerScope } from '../../ledger/scope.js';
import { OpenCases } from './run-case.js';

/** A removal that ends when told. */
function createRemoval() {
  let end = () => {};
  const removal = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { removal, end };
}

const createCases = () => new OpenCases({ openScope: () => ({}) as LedgerScope });

test('the next case does not wait for the removal of items, but at most one removal goes on for each case', async () => {
  const cases = createCases();
  const [first, second] = [createRemoval(), createRemoval()];
  await cases.within(() => cases.removeBehind(first.removal));
  let isOver = false;
  const next = cases
    .within(() => cases.removeBehind(second.removal))
    .then(() => {
      isOver = true;
    });
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  second.end();
  await next;
  first.end();
  await cases.awaitRemovals();
});

test('cases that end together do not wait for their removals', async () => {
  const cases = createCases();
  const [first, second] = [createRemoval(), createRemoval()];
  const ends = [first, second].map(({ removal }) => cases.within(() => cases.removeBehind(removal)));
  await Promise.all(ends);
  first.end();
  second.end();
  await cases.awaitRemovals();
});

test('waits for all removals, and rejects with the error of one', async () => {
  const cases = createCases();
  const { removal, end } = createRemoval();
  await cases.within(() => cases.removeBehind(removal));
  let isOver = false;
  const all = cases.awaitRemovals().then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  end();
  await all;
  await cases.within(() => cases.removeBehind(Promise.reject(new Error('broken'))));
  await expect(cases.awaitRemovals()).rejects.toThrow('broken');
});
