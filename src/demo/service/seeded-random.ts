/** Pseudo-random numbers, equal for equal seeds. */
export interface SeededRandom {
  next(): number;
  /** An integer of an inclusive range. */
  drawInteger(least: number, most: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** Creates a sequence; `name` distinguishes the sequences of one seed. */
export function createSeededRandom(seed: number, name = ''): SeededRandom {
  let state = [...name].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193), seed | 0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    drawInteger: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  };
}
