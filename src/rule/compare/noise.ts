import { isEquivalent, parseInstant } from '../../model/difference.js';
import { appendToPointer, getAtPointer, type Json, type JsonObject } from '../../model/json.js';

/**
 * Distinguishes noise from effects of reading by comparing few and many reads. Values that change with time or with
 * every response are noise; values that depend on the number of reads are effects of reading. Two items are read few
 * and many times over equal waits: effects follow the number of reads, noise follows the time.
 */

/** Lists all leaves of a value by pointer: scalars, and empty objects and arrays. */
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

function getLeaf(value: Json | undefined, pointer: string): Json | undefined {
  const leaf = getAtPointer(value, pointer);
  return isFilled(leaf) ? undefined : leaf;
}

/** Replaces the array positions of a pointer by `*`, so that one pointer covers all entries. */
export const generalizePointer = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*');

/** Returns the pointers of leaves with different values, compared in one pass. */
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

/** Names of all members, without duplicates, in the order of their first appearance. */
function listMemberNames(filled: readonly (JsonObject | undefined)[]): Iterable<string> {
  const [first, ...others] = filled.filter((value) => value !== undefined);
  if (!first) return [];
  const later = others.flatMap((value) => Object.keys(value).filter((token) => !Object.hasOwn(first, token)));
  return later.length === 0 ? Object.keys(first) : new Set([...Object.keys(first), ...later]);
}

/** Observations of noise: `idle` was left alone for a clock tick between two reads, `many` was read several times. */
export interface NoiseObservations {
  readonly idle: readonly (Json | undefined)[];
  readonly many: readonly (Json | undefined)[];
  /** The sent bodies of the items. */
  readonly sent?: readonly Json[];
}

/**
 * Returns the pointers of members that change by themselves, array positions generalized. Members that follow the
 * number of reads are excluded. A change only on the item with many reads counts if the value returned to an earlier
 * one, because effects of reading do not. A member that the client sent counts only if it changed on the idle item.
 */
export function detectNoise({ idle, many, sent = [] }: NoiseObservations): string[] {
  const series = (values: readonly (Json | undefined)[], pointer: string) =>
    values.map((value) => getLeaf(value, pointer));
  const isNoise = (pointer: string) => !isDrivenByReads(series(many, pointer), series(idle, pointer));
  const own = new Set(sent.flatMap((body) => [...listLeaves(body).keys()]));
  const isFlickering = (pointer: string) => !own.has(pointer) && hasReverted(series(many, pointer));
  const flickering = sent.length === 0 ? [] : findVaryingPointers(many).filter(isFlickering);
  return [...new Set([...findVaryingPointers(idle), ...flickering].filter(isNoise).map(generalizePointer))];
}

/** Whether two series of reads have the same values: the value depends on the number of reads. */
export function isDrivenByReads(many: readonly (Json | undefined)[], idle: readonly (Json | undefined)[]): boolean {
  const shared = Math.min(many.length, idle.length);
  if (shared < 2 || !isSameReading(many[0], idle[0])) return false;
  return Array.from({ length: shared }, (_, i) => i).every((i) => isSameReading(many[i], idle[i], i > 0));
}

/**
 * Whether a number has one and the same step for each of several reads, also between the two of another item that was read before the
 * first and after the last of them: it counts the reads of each item, and neither time nor requests. The items may have been read before.
 */
function isCounting(many: readonly (Json | undefined)[], idle: readonly (Json | undefined)[]): boolean {
  const [from, to] = [many, idle].map((values) => values.flatMap((one) => (typeof one === 'number' ? one : [])));
  if (from?.length !== many.length || many.length < minCounted || to?.length !== 2) return false;
  const sorted = [...from].sort((a, b) => a - b);
  const step = (to[1] ?? 0) - (to[0] ?? 0);
  return (
    step > 0 && sorted[0] === from[0] && sorted.every((value, i) => i === 0 || value - (sorted[i - 1] ?? 0) === step)
  );
}

/** Fewest reads whose steps are compared. */
const minCounted = 3;

/**
 * Returns the pointers at which reading changed the item: they vary over the reads, equal those of another item read
 * for the first time, and never return to an earlier value.
 */
export function findReadEffects(
  reads: readonly (Json | undefined)[],
  twin: readonly (Json | undefined)[],
  isNoise: (pointer: string) => boolean,
): string[] {
  const [first, second] = twin;
  return findVaryingPointers(reads).filter((pointer) => {
    if (isNoise(pointer)) return false;
    const values = reads.map((value) => getLeaf(value, pointer));
    const few = [getLeaf(first, pointer), getLeaf(second, pointer)];
    return isCounting(values, few) || (isDrivenByReads(values, few) && !hasReverted(values));
  });
}

/**
 * Returns the pointers that vary over the later reads and not over the earlier ones: what the treatment in between
 * changed, or what changed in a control without a reason of its own.
 */
export function findNewChanges(
  earlier: readonly (Json | undefined)[],
  later: readonly (Json | undefined)[],
  isNoise: (pointer: string) => boolean,
): string[] {
  const unstable = new Set(findVaryingPointers(earlier));
  return findVaryingPointers(later).filter((pointer) => !unstable.has(pointer) && !isNoise(pointer));
}

function hasReverted(values: readonly (Json | undefined)[]): boolean {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.some((text, i) => i > 1 && text !== texts[i - 1] && texts.slice(0, i - 1).includes(text));
}

/** Instants within a second count as equal, because the two items are created one after the other. */
function isSameReading(a: Json | undefined, b: Json | undefined, isLater = false): boolean {
  const [at, bt] = [parseInstant(a), parseInstant(b)];
  if (at !== undefined && bt !== undefined) return isLater || Math.abs(at - bt) < 1000;
  return JSON.stringify(a) === JSON.stringify(b);
}
