import { instantOf, same } from './difference.js';
import { type Json, pointerOf } from './json.js';

/**
 * Noise and effect told apart by dose. Values that change with time or with every answer are noise; a value that is a
 * function of how often the thing was read is an effect of reading. Two twins are read unequally often over equal time:
 * what follows the reads follows the dose, what follows the clock does not.
 */

/** All leaves of a value by pointer. */
export function leavesOf(
  value: Json | undefined,
  path: readonly (string | number)[] = [],
  into = new Map<string, Json>(),
): Map<string, Json> {
  if (typeof value === 'object' && value !== null) {
    const isEmpty = Object.keys(value).length === 0;
    if (isEmpty) into.set(pointerOf(path), value);
    for (const [token, part] of Object.entries(value)) leavesOf(part, [...path, token], into);
  } else if (value !== undefined) into.set(pointerOf(path), value);
  return into;
}

/** A pointer with `*` for array positions, so that one learned place covers all entries. */
export const generalised = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*');

/** Pointers at which the values are not all the same. */
export function varying(values: readonly (Json | undefined)[]): string[] {
  const leaves = values.map((value) => leavesOf(value));
  const pointers = new Set(leaves.flatMap((map) => [...map.keys()]));
  return [...pointers].filter((pointer) => {
    const [first, ...others] = leaves.map((map) => map.get(pointer));
    return others.some((other, i) => !same(other, first) || !same(other, i === 0 ? first : others[i - 1]));
  });
}

/** What was seen while noise was learned: `idle` was read, left alone for a tick of the clock, and read again; `dosed` was then read several times at once. */
export interface NoiseTrial {
  readonly idle: readonly (Json | undefined)[];
  readonly dosed: readonly (Json | undefined)[];
  /** What the client sent to make them. */
  readonly sent?: readonly Json[];
}

/**
 * Pointers (array positions generalised) that change by themselves. What follows the number of reads is left out. What only
 * the twin showed that was read more often counts where it turned back, for what many reads do to a thing does not; and
 * what the client sent counts only where it changed on the twin that was left alone: nobody else has a say in it.
 */
export function noiseOf({ idle, dosed, sent = [] }: NoiseTrial): string[] {
  const idleLeaves = idle.map((value) => leavesOf(value));
  const dosedLeaves = dosed.map((value) => leavesOf(value));
  const isNoise = (pointer: string) =>
    !isOrdinal(
      dosedLeaves.map((m) => m.get(pointer)),
      idleLeaves.map((m) => m.get(pointer)),
    );
  const own = new Set(sent.flatMap((body) => [...leavesOf(body).keys()]));
  const isFlickering = (pointer: string) => !own.has(pointer) && turnsBack(dosedLeaves.map((m) => m.get(pointer)));
  const flickering = sent.length === 0 ? [] : varying(dosed).filter(isFlickering);
  return [...new Set([...varying(idle), ...flickering].filter(isNoise).map(generalised))];
}

/** Whether two series of reads run through the same values: the value is a function of the number of reads. */
export function isOrdinal(dosed: readonly (Json | undefined)[], idle: readonly (Json | undefined)[]): boolean {
  const shared = Math.min(dosed.length, idle.length);
  if (shared < 2 || !isAlike(dosed[0], idle[0])) return false;
  return Array.from({ length: shared }, (_, i) => i).every((i) => isAlike(dosed[i], idle[i], i > 0));
}

/** Pointers at which reading changed what is read: they vary over the reads, agree with a twin read for the first time, and never turn back. */
export function changedByReading(
  reads: readonly (Json | undefined)[],
  twin: readonly (Json | undefined)[],
  isNoise: (pointer: string) => boolean,
): string[] {
  const [first, second] = twin.map((value) => leavesOf(value));
  const series = reads.map((value) => leavesOf(value));
  return varying(reads).filter((pointer) => {
    if (isNoise(pointer)) return false;
    const values = series.map((leaves) => leaves.get(pointer));
    return isOrdinal(values, [first?.get(pointer), second?.get(pointer)]) && !turnsBack(values);
  });
}

/** Pointers at which a twin changed although its own reads do not explain it, while the other one was read. */
export function changedInTheTwin(
  reads: readonly (Json | undefined)[],
  twin: readonly (Json | undefined)[],
  isNoise: (pointer: string) => boolean,
): string[] {
  const moved = new Set(varying(reads));
  return varying(twin).filter((pointer) => !isNoise(pointer) && !moved.has(pointer));
}

/** Pointers that stood still between two looks, and moved when something was done before the third. */
export function changedBetween(
  control: readonly [Json | undefined, Json | undefined],
  after: Json | undefined,
  isNoise: (pointer: string) => boolean,
): string[] {
  const restless = new Set(varying(control));
  return varying([control[1], after]).filter((pointer) => !restless.has(pointer) && !isNoise(pointer));
}

function turnsBack(values: readonly (Json | undefined)[]): boolean {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.some((text, i) => i > 1 && text !== texts[i - 1] && texts.slice(0, i - 1).includes(text));
}

/** Within a second, instants count as alike: twins are made one after the other. */
function isAlike(a: Json | undefined, b: Json | undefined, isLater = false): boolean {
  const [at, bt] = [instantOf(a), instantOf(b)];
  if (at !== undefined && bt !== undefined) return isLater || Math.abs(at - bt) < 1000;
  return JSON.stringify(a) === JSON.stringify(b);
}
