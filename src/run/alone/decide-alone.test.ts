import { expect, test } from 'vitest';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { TrialOutcome } from '../trial/trial-outcome.js';
import { decideAlone } from './repetitions.js';

const outcome = (parts: Partial<TrialOutcome>): TrialOutcome => ({
  trial: { rule: 'a/b', level: 'MUST', touches: 'writes', subject: createBareCollection('items') },
  ...{ verdict: 'inconclusive', cases: 1, corners: 0, requests: 10, notes: [] },
  ...parts,
});
const again = outcome({ verdict: 'violated', requests: 8, foundAfter: 3 });

test('a violation that was seen before counts from its first sight', () => {
  const first = outcome({ cause: 'not-reproduced', foundAfter: 4 });
  expect(decideAlone(first, again)).toMatchObject({ verdict: 'violated', requests: 18, foundAfter: 4 });
});

test('one that is seen for the first time counts from the first request of the check', () => {
  expect(decideAlone(outcome({ cause: 'noise' }), again)).toMatchObject({ verdict: 'violated', foundAfter: 13 });
});

test('one that was seen and is none still says when it was seen', () => {
  const company: never[] = [];
  const first = outcome({ cause: 'not-reproduced', foundAfter: 4, unrepeated: { value: null, company } });
  expect(decideAlone(first, outcome({ verdict: 'held' }))).toMatchObject({ verdict: 'held', foundAfter: 4 });
});

test('the note says why it was undecided beside others', () => {
  const held = outcome({ verdict: 'held' });
  expect(decideAlone(outcome({ cause: 'noise' }), held).notes).toEqual([
    expect.stringContaining('undecided while other checks ran'),
  ]);
  expect(decideAlone(outcome({ cause: 'setup' }), held).notes).toEqual([expect.stringContaining('preparation failed')]);
  expect(decideAlone(outcome({ cause: 'setup' }), outcome({})).notes).toEqual([]);
});

test('of a trial beside others that expect no effect, only what it showed alone counts', () => {
  const held = outcome({ verdict: 'held' });
  const undecided = outcome({ cause: 'no-usable-case', requests: 4 });
  expect(decideAlone(outcome({ cause: 'noise' }), undecided, true)).toMatchObject({
    cause: 'no-usable-case',
    requests: 14,
  });
  expect(decideAlone(held, undecided, true)).toMatchObject({ verdict: 'inconclusive', cause: 'no-usable-case' });
  expect(decideAlone(held, held, true).notes).toEqual([]);
  expect(decideAlone(outcome({ cause: 'noise' }), held, true).notes).toHaveLength(1);
  expect(decideAlone(outcome({ cause: 'noise' }), undecided)).toMatchObject({ cause: 'noise' });
});
