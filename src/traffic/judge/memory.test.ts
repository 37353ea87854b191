import { expect, test } from 'vitest';
import { createMemories, maxRemembered } from './memory.js';

test('forgets the oldest entries, and counts them', () => {
  const memories = createMemories();
  const memory = memories.create<number>();
  for (let i = 0; i <= maxRemembered; i += 1) memory.set(String(i), i);
  expect([memory.get('0'), memory.get('1')]).toEqual([undefined, 1]);
  expect(memories.countForgotten()).toBe(1);
});

test('forgets heavy entries earlier, but not the last one', () => {
  const lost: number[] = [];
  const memory = createMemories().create<number>({ weigh: (value) => value, onForget: (value) => lost.push(value) });
  memory.set('a', 20_000_000);
  memory.set('b', 30_000_000);
  expect(lost).toEqual([20_000_000]);
  expect(memory.get('b')).toBe(30_000_000);
});
