import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BeginCase, CaseRoom } from '../schedule/case-room.js';
import { createBoundaryProperty } from './boundary-property.js';
import { createCasesAhead } from './cases-ahead.js';
import type { TriedCase } from './experiment.js';

const turn = () => new Promise(setImmediate);

/** Runs a trial in which further cases begin as often as there is room. */
async function runTrial(room: number, { path, fails = -1 }: { path?: string; fails?: number } = {}) {
  const settings = {
    ...{ cases: 6, seed: 3, path },
    createGenerator: () => fc.integer({ min: 0, max: 1_000_000 }) as fc.Arbitrary<unknown>,
    tryValue: async (value: unknown): Promise<TriedCase> => {
      begun.push(value);
      underWay += 1;
      most = Math.max(most, underWay);
      for (let i = 0; i < 3; i += 1) await turn();
      underWay -= 1;
      return { finding: { verdict: 'held', note: String(value) }, seen: [], hasUsedNoise: false };
    },
    room: {
      isEager: false,
      mayRemoveBehind: false,
      offer: (begin: BeginCase) => void fill(begin),
      withdraw: () => {},
      leave: () => {},
    } as CaseRoom,
  };
  const begun: unknown[] = [];
  let [most, underWay] = [0, 0];
  const fill = async (begin: BeginCase) => {
    const lane = async () => {
      for (let work = begin(); work !== undefined; work = begin()) await work;
    };
    await Promise.all(Array.from({ length: room }, lane));
  };
  const ahead = createCasesAhead(settings, 'usual');
  const taken: unknown[] = [];
  const property = createBoundaryProperty(settings.createGenerator(), async (value, _isCorner, index) => {
    const { finding } = await ahead.take(index, value);
    taken.push('note' in finding ? finding.note : undefined);
    expect(taken.at(-1)).toBe(String(value));
    if (index === 0) ahead.open();
    return index !== fails;
  });
  await fc.check(property, { seed: settings.seed, numRuns: settings.cases, endOnFailure: true });
  await ahead.close();
  return { begun, taken, most, left: underWay };
}

test('each case runs once, and its result belongs to its value', async () => {
  const { begun, taken, most } = await runTrial(3);
  expect(taken).toHaveLength(6);
  expect(begun).toHaveLength(6);
  expect(most).toBe(4);
});

test('the values do not depend on the room', async () => {
  const [alone, beside] = [await runTrial(0), await runTrial(5)];
  expect(alone.most).toBe(1);
  expect(beside.taken).toEqual(alone.taken);
});

test('after a violation, no case begins and none is under way', async () => {
  const { begun, left } = await runTrial(1, { fails: 1 });
  expect(begun.length).toBeLessThan(6);
  expect(left).toBe(0);
});

test('a replay runs one case at a time', async () => {
  expect((await runTrial(5, { path: '0' })).most).toBe(1);
});
