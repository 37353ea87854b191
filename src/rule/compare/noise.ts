import { isEquivalent, parseInstant } from '../../model/difference.js';
import { appendToPointer, getAtPointer, type Json, type JsonObject } from '../../model/json.js';

/**
 * Noise and effect told apart by dose. Values that change with time or with every answer are noise; a value that is a
 * function of how often the thing was read is an effect of reading. Two twins are read unequally often over equal time:
 * what follows the reads follows the dose, what follows the clock does not.
 */

/** All leaves of a value by pointer: scalars, and what is empty. */
export function listLeaves(value: Json | undefined): Map<string, Json> {
  const leaves = new Map<string, Json>();
  collectLeaves(value, '', leaves);
  return leaves;
}

function collectLeaves(value: Json | undefined, pointer: string, into: Map<string, Json>): void {
  if (value === undefined) return;
  if (!isFilled(value)) into.set(pointer, value);
  else for (const [token, part] of Object.entries(value)) collectLeaves(part, appendToPointer(pointer, token), into);
}

const isFilled = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** The leaf at a pointer, undefined where there is none. */
function getLeaf(value: Json | undefined, pointer: string): Json | undefined {
  const leaf = getAtPointer(value, pointer);
  return isFilled(leaf) ? undefined : leaf;
}

/** A pointer with `*` for array positions, so that one learned place covers all entries. */
export const generalizePointer = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*');

/** Pointers of leaves at which the values are not all the same. They are walked side by side: a body may have many. */
export function findVaryingPointers(values: readonly (Json | undefined)[]): string[] {
  const found: string[] = [];
  collectVaryingPointers(values, '', found);
  return found;
}

function collectVaryingPointers(values: readonly (Json | undefined)[], pointer: string, found: string[]): void {
  const filled = values.map((value) => (isFilled(value) ? value : undefined));
  if (hasVariation(values.map((value, i) => (filled[i] ? undefined : value)))) found.push(pointer);
  for (const token of listMemberNames(filled)) {
    const parts = filled.map((value) => (value && Object.hasOwn(value, token) ? value[token] : undefined));
    if (parts.some((part) => part !== parts[0])) collectVaryingPointers(parts, appendToPointer(pointer, token), found);
  }
}

function hasVariation([first, ...others]: readonly (Json | undefined)[]): boolean {
  return others.some(
    (other, i) => !isEquivalent(other, first) || !isEquivalent(other, i === 0 ? first : others[i - 1]),
  );
}

/** The names of all members, each once, in the order in which they are first seen. */
function listMemberNames(filled: readonly (JsonObject | undefined)[]): Iterable<string> {
  const [first, ...others] = filled.filter((value) => value !== undefined);
  if (!first) return [];
  const later = others.flatMap((value) => Object.keys(value).filter((token) => !Object.hasOwn(first, token)));
  return later.length === 0 ? Object.keys(first) : new Set([...Object.keys(first), ...later]);
}

/** What was seen while noise was learned: `idle` was read, left alone for a tick of the clock, and read again; `dosed` was then read several times at once. */
export interface NoiseObservations {
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
export function detectNoise({ idle, dosed, sent = [] }: NoiseObservations): string[] {
  const series = (values: readonly (Json | undefined)[], pointer: string) =>
    values.map((value) => getLeaf(value, pointer));
  const isNoise = (pointer: string) => !isDrivenByReads(series(dosed, pointer), series(idle, pointer));
  const own = new Set(sent.flatMap((body) => [...listLeaves(body).keys()]));
  const isFlickering = (pointer: string) => !own.has(pointer) && hasReverted(series(dosed, pointer));
  const flickering = sent.length === 0 ? [] : findVaryingPointers(dosed).filter(isFlickering);
  return [...new Set([...findVaryingPointers(idle), ...flickering].filter(isNoise).map(generalizePointer))];
}

/** Whether two series of reads run through the same values: the value is a function of the number of reads. */
export function isDrivenByReads(dosed: readonly (Json | undefined)[], idle: readonly (Json | undefined)[]): boolean {
  const shared = Math.min(dosed.length, idle.length);
  if (shared < 2 || !isSameReading(dosed[0], idle[0])) return false;
  return Array.from({ length: shared }, (_, i) => i).every((i) => isSameReading(dosed[i], idle[i], i > 0));
}

/** Pointers at which reading changed what is read: they vary over the reads, agree with a twin read for the first time, and never turn back. */
export function findReadEffects(
  reads: readonly (Json | undefined)[],
  twin: readonly (Json | undefined)[],
  isNoise: (pointer: string) => boolean,
): string[] {
  const [first, second] = twin;
  return findVaryingPointers(reads).filter((pointer) => {
    if (isNoise(pointer)) return false;
    const values = reads.map((value) => getLeaf(value, pointer));
    return isDrivenByReads(values, [getLeaf(first, pointer), getLeaf(second, pointer)]) && !hasReverted(values);
  });
}

/** Pointers at which a twin changed although its own reads do not explain it, while the other one was read. */
export function findChangesInControl(
  reads: readonly (Json | undefined)[],
  twin: readonly (Json | undefined)[],
  isNoise: (pointer: string) => boolean,
): string[] {
  const moved = new Set(findVaryingPointers(reads));
  return findVaryingPointers(twin).filter((pointer) => !isNoise(pointer) && !moved.has(pointer));
}

/** Pointers that stood still between two looks, and moved when something was done before the third. */
export function findChangesAfterTreatment(
  control: readonly [Json | undefined, Json | undefined],
  after: Json | undefined,
  isNoise: (pointer: string) => boolean,
): string[] {
  const restless = new Set(findVaryingPointers(control));
  return findVaryingPointers([control[1], after]).filter((pointer) => !restless.has(pointer) && !isNoise(pointer));
}

function hasReverted(values: readonly (Json | undefined)[]): boolean {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.some((text, i) => i > 1 && text !== texts[i - 1] && texts.slice(0, i - 1).includes(text));
}

/** Within a second, instants count as alike: twins are made one after the other. */
function isSameReading(a: Json | undefined, b: Json | undefined, isLater = false): boolean {
  const [at, bt] = [parseInstant(a), parseInstant(b)];
  if (at !== undefined && bt !== undefined) return isLater || Math.abs(at - bt) < 1000;
  return JSON.stringify(a) === JSON.stringify(b);
}
