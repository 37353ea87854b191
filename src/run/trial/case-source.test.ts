import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BeginCase } from '../schedule/trial-place.js';
import { CaseSource, CasesAhead } from './case-source.js';
import type { TriedCase } from './experiment.js';
import type { Drawn } from './trial-actions.js';

const turn = () => new Promise(setImmediate);
const createGenerator = () => fc.integer({ min: 0, max: 1_000_000 }) as fc.Arbitrary<unknown>;

const held = (value: unknown): TriedCase => ({
  finding: { verdict: 'held', note: String(value) },
  seen: [],
  hasUsedNoise: false,
});

/** Runs a trial in which further cases begin as often as there is room. */
async function runTrial(room: number, { path, fails = -1 }: { path?: string; fails?: number } = {}) {
  const settings = { cases: 6, seed: 3, path, maxSkipsPerRun: 9, createGenerator };
  const begun: unknown[] = [];
  let [most, underWay] = [0, 0];
  const run = async (value: unknown): Promise<TriedCase> => {
    begun.push(value);
    underWay += 1;
    most = Math.max(most, underWay);
    for (let i = 0; i < 3; i += 1) await turn();
    underWay -= 1;
    return held(value);
  };
  const fill = async (begin: BeginCase) => {
    const lane = async () => {
      for (let work = begin(); work !== undefined; work = begin()) await work;
    };
    await Promise.all(Array.from({ length: room }, lane));
  };
  const places = {
    offer: (begin: BeginCase) => void fill(begin),
    withdraw: () => {},
  };
  const ahead = new CasesAhead(places, 'usual', settings, run);
  const source = new CaseSource({ ...settings, path: undefined });
  const taken: unknown[] = [];
  for (let drawn = await source.next(); 'index' in drawn; drawn = await source.next('kept')) {
    const { finding } = await ahead.take(drawn.index, drawn.value);
    taken.push('note' in finding ? finding.note : undefined);
    expect(taken.at(-1)).toBe(String(drawn.value));
    if (drawn.index === 0) ahead.open('usual');
    if (drawn.index === fails) break;
  }
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

/** Draws all cases; those from a limit on are broken. */
async function drawAll(limit: number, path?: string) {
  const source = new CaseSource({ createGenerator, seed: 5, cases: 8, maxSkipsPerRun: 9, path });
  const values: unknown[] = [];
  let drawn: Drawn = await source.next();
  for (; 'index' in drawn; drawn = await source.next(Number(drawn.value) >= limit ? 'broken' : 'kept'))
    values.push(drawn.value);
  return { values, found: drawn.found };
}

test('a broken case is shrunk as far as it stays broken, and its path leads to it', async () => {
  const { found } = await drawAll(1_000);
  expect(found?.value).toBe(1_000);
  expect((await drawAll(1_000, found?.path)).values[0]).toBe(1_000);
});

test('a skipped case is replaced by another one, within limits', async () => {
  const source = new CaseSource({ createGenerator, seed: 5, cases: 2, maxSkipsPerRun: 9 });
  let [drawn, count] = [await source.next(), 0];
  for (; 'index' in drawn; count += 1) drawn = await source.next(count < 3 ? 'skipped' : 'kept');
  expect(count).toBe(5);
  const hopeless = new CaseSource({ createGenerator, seed: 5, cases: 2, maxSkipsPerRun: 9 });
  for (drawn = await hopeless.next(), count = 0; 'index' in drawn; count += 1) drawn = await hopeless.next('skipped');
  expect(count).toBeLessThan(25);
  expect(drawn.found).toBeUndefined();
});

test('a path that leads nowhere shows nothing, and a generator that fails is an error', async () => {
  expect(
    await new CaseSource({ createGenerator, seed: 5, cases: 2, maxSkipsPerRun: 9, path: '9:9:9:9' }).next(),
  ).toEqual({
    found: undefined,
  });
  const failing = () => {
    throw new Error('no such schema');
  };
  await expect(
    new CaseSource({ createGenerator: failing, seed: 5, cases: 2, maxSkipsPerRun: 9 }).next(),
  ).rejects.toThrow('no such schema');
});

test('a case is not tried again with another value of a member that is rewritten', async () => {
  const given = fc.record({
    body: fc.record({ code: fc.string({ minLength: 9 }), note: fc.string({ minLength: 9 }) }),
  });
  const shrink = async (rewritten: readonly string[]) => {
    const source = new CaseSource({ cases: 1, seed: 3, maxSkipsPerRun: 9, createGenerator: () => given, rewritten });
    const tried: string[] = [];
    let drawn = await source.next();
    for (; 'index' in drawn; drawn = await source.next('broken'))
      tried.push((drawn.value as { body: { note: string } }).body.note);
    return { tried, found: drawn.found?.value };
  };
  const [all, fewer] = [await shrink([]), await shrink(['/code'])];
  expect(fewer.found).toMatchObject({ body: { note: (all.found as { body: { note: string } }).body.note } });
  expect(all.tried.length).toBeGreaterThan(new Set(all.tried).size);
  expect(fewer.tried).toHaveLength(new Set(fewer.tried).size);
});
