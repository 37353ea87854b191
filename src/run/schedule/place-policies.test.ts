import { describe, expect, test } from 'vitest';
import type { Trial } from '../../model/result/plan.js';
import { testCollection } from '../test-service.fixture.js';
import { chooseNext, hasPlace, type Places } from './schedule.js';
import type { TrialClaim } from './trial-claim.js';
import { type CaseKind, type PlaceOfTrial, TrialPlace } from './trial-place.js';

/** Creates the place of a trial, and of one that is under way with this many cases. */
function createPlace(mode: TrialClaim['mode'], parts: Partial<TrialClaim> = {}, kind?: CaseKind, cases = 1) {
  const isOfLists = mode === 'list';
  const claim = {
    uses: ['things'],
    mode,
    isOfLists,
    listWatch: undefined,
    isReader: false,
    maxCases: 4,
    mayRemoveBehind: true,
    ...parts,
  };
  const trial: Trial = { rule: `a/${mode}`, level: 'MUST', touches: 'writes', subject: testCollection };
  const options = { concurrency: 4, mayRemoveBehind: true, onChange: () => {} };
  const place = new TrialPlace(claim, options, trial) as PlaceOfTrial;
  place.cases = cases;
  if (kind) place.offer(async () => {}, kind);
  return place;
}

const createPlaces = (
  held: readonly PlaceOfTrial[],
  waiting: readonly PlaceOfTrial[],
  more: Partial<Places> = {},
): Places => ({
  ...{ concurrency: 4, held: new Set<TrialPlace>(held), waiting: new Set(waiting) },
  ...{ tasks: new Set(), urgent: new Set(), onChange: () => {}, ...more },
});

test.each([
  ['three cases of four', [3], [0], true],
  ['four cases', [2, 2], [0, 0], false],
  ['trials that only remove items', [3, 0, 0, 0, 0], [0, 0, 0, 0, 0], true],
  ['more of these than may run', [3, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], false],
  ['cases that create their first item', [4, 3], [2, 2], true],
  ['as many of these as may run twice', [4, 4], [4, 4], false],
])('one more case may begin beside %s: %j, %j: %s', (_, cases, preparing, expected) => {
  const held = cases.map((count, i) =>
    Object.assign(createPlace('own items', {}, undefined, count), { preparing: preparing[i] }),
  );
  expect(hasPlace(held, 4)).toBe(expected);
});

describe('what begins next', () => {
  test('is the first trial in the order that may begin beside those under way', () => {
    const [alone, own] = [createPlace('alone'), createPlace('own items')];
    expect(chooseNext(createPlaces([createPlace('own items')], [alone, own]))).toEqual({
      place: own,
      isFurther: false,
    });
    expect(chooseNext(createPlaces([], [alone, own]))?.place).toBe(alone);
  });

  test('is a side task that is ready before a trial, and nothing that runs alone before one that is not', () => {
    const task = new TrialPlace(createPlace('own items').claim, { concurrency: 4, onChange: () => {} });
    const alone = createPlace('alone');
    const tasks = new Set([task]);
    expect(chooseNext(createPlaces([], [alone], { tasks }))?.place).toBe(task);
    task.isReady = false;
    expect(chooseNext(createPlaces([], [alone], { tasks }))).toBeUndefined();
    expect(chooseNext(createPlaces([], [alone], { tasks, urgent: new Set([alone]) }))?.place).toBe(alone);
  });

  test.each([
    ['usual', 1, 2, false],
    ['usual', 3, 2, true],
    ['tentative', 3, 2, false],
    ['tentative', 5, 2, true],
    ['long', 1, 2, true],
  ] as const)('is a further case before a trial: %s, of length %i before %i: %s', (kind, length, next, isFurther) => {
    const held = Object.assign(createPlace('own items', {}, kind), { length });
    const waiting = Object.assign(createPlace('own items'), { length: next });
    expect(chooseNext(createPlaces([held], [waiting]))?.isFurther).toBe(isFurther);
  });

  test('is a further case of the trial with the fewest, as long as it may have more', () => {
    const [many, few] = [createPlace('own items', {}, 'usual', 2), createPlace('own items', {}, 'usual', 1)];
    expect(chooseNext(createPlaces([many, few], []))?.place).toBe(few);
    const full = createPlace('own items', { maxCases: 1 }, 'usual', 1);
    expect(chooseNext(createPlaces([many, full], []))?.place).toBe(many);
    const lists = [createPlace('list', {}, 'usual', 2), createPlace('list', {}, 'usual', 2)];
    expect(chooseNext(createPlaces(lists, [], { concurrency: 8 }))).toBeUndefined();
  });

  test('is a trial that watches more than its items where those before only remove items', () => {
    const [leaving, alone] = [createPlace('own items', {}, undefined, 0), createPlace('alone')];
    expect(chooseNext(createPlaces([leaving], [alone]))?.place).toBe(alone);
    expect(chooseNext(createPlaces([createPlace('own items')], [alone]))).toBeUndefined();
    expect(chooseNext(createPlaces([leaving], [createPlace('alone', { mayRemoveBehind: false })]))).toBeUndefined();
  });

  test('is a trial that watches only its items where one that ran alone only removes items', () => {
    const own = createPlace('own items');
    expect(chooseNext(createPlaces([createPlace('alone', {}, undefined, 0)], [own]))?.place).toBe(own);
    for (const held of [createPlace('alone'), createPlace('list', {}, undefined, 0)])
      expect(chooseNext(createPlaces([held], [own]))).toBeUndefined();
  });

  test('is no trial whose assumed rules are open, unless it takes turns with them at a list', () => {
    const waitFor = (one: PlaceOfTrial, other: PlaceOfTrial, progress: TrialPlace['progress']) => {
      one.assumed.add(other);
      other.progress = progress;
      return chooseNext(createPlaces([], [one]))?.place === one;
    };
    const all = (['open', 'running', 'checked', 'ended', 'settled'] as const).map((progress) => [
      waitFor(createPlace('own items'), createPlace('own items'), progress),
      waitFor(createPlace('list'), createPlace('list'), progress),
    ]);
    expect(all).toEqual([
      [false, false],
      [false, true],
      [true, true],
      [false, false],
      [true, true],
    ]);
  });
});
