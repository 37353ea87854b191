import { expect, test } from 'vitest';
import { createTrialTurns, createTurns } from './turns.js';

/** Runs what is ready. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a turn alone waits for all others, and they for it', async () => {
  const turns = createTurns();
  const [first, second] = [await turns.begin(), await turns.begin()];
  const log: string[] = [];
  const alone = turns.beginAlone().then((turn) => {
    log.push('alone');
    return turn;
  });
  const third = turns.begin().then((turn) => {
    log.push('third');
    return turn;
  });
  first.end();
  first.end();
  await settle();
  expect(log).toEqual([]);
  second.end();
  await settle();
  expect(log).toEqual(['alone']);
  (await alone).end();
  (await third).end();
  expect(log).toEqual(['alone', 'third']);
});

test('turns alone follow each other', async () => {
  const turns = createTurns();
  const { end: endFirst } = await turns.beginAlone();
  let count = 0;
  const others = [1, 2].map(async () => {
    const { end } = await turns.beginAlone();
    count += 1;
    await settle();
    expect(count).toBe(1);
    count -= 1;
    end();
  });
  endFirst();
  await Promise.all(others);
});

test('an aborted trial keeps no turn', async () => {
  const turns = createTurns();
  const trial = createTrialTurns(turns, (go) => go());
  await trial.begin();
  const late = trial.begin();
  trial.endAll();
  await late;
  (await turns.beginAlone()).end();
});

test('a turn had company when another was taken at any time of it', async () => {
  const turns = createTurns();
  const first = await turns.begin();
  expect(first.hasCompany()).toBe(false);
  const second = await turns.begin();
  second.end();
  expect([first.hasCompany(), second.hasCompany()]).toEqual([true, true]);
  first.end();
  expect((await turns.begin()).hasCompany()).toBe(false);
});
