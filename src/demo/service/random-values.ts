import type { SeededRandom } from './seeded-random.js';

export const drawWord = (chance: SeededRandom, length: number): string =>
  Array.from({ length }, () => alphabet[chance.drawInteger(0, alphabet.length - 1)]).join('');

export const shuffle = <T>(chance: SeededRandom, things: readonly T[]): T[] =>
  things
    .map((thing) => ({ thing, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ thing }) => thing);

export const isHeads = (chance: SeededRandom): boolean => chance.next() < 0.5;

export const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
