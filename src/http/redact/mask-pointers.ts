import type { Mask } from './mask.js';
import { findValueMasks } from './mask-members.js';

/** The steps of a pointer; `*` matches any step. */
export type PointerSteps = readonly string[];

/** Parses a JSON Pointer into its steps (RFC 6901). */
export const parsePointer = (pointer: string): PointerSteps =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Whether a place is at or below a pointer, from the root or from any step on: an item may be in a list. */
export function isAtAnyPointer(pointers: readonly PointerSteps[], place: readonly string[]): boolean {
  return pointers.some((steps) => {
    const above = place.length - steps.length;
    return above >= 0 && steps.every((step, i) => step === '*' || step === place[above + i]);
  });
}

/** Masks the values at pointers in a JSON text, complete or cut off, or where JSON begins inside another text. */
export function findPointerMasks(text: string, pointers: readonly PointerSteps[]): Mask[] {
  const start = pointers.length === 0 ? -1 : text.search(/[[{]\s*["[{}\]]/);
  if (start < 0) return [];
  const walk = createJsonWalk();
  const words = text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s"[\]{},:]+/gs);
  return [...words].flatMap(({ 0: word, index }) => {
    const place = walk.valueAt(word);
    return place && isAtAnyPointer(pointers, place) ? findValueMasks(text, start + index) : [];
  });
}

/** An unfinished list or object: the key of the current member. */
interface OpenContainer {
  readonly isList: boolean;
  key: string;
  count: number;
}

/** Walks through JSON token by token, and returns the place of each value. */
function createJsonWalk() {
  const open: OpenContainer[] = [];
  let isKeyNext = false;
  const enter = (word: string) => {
    if (word !== '[' && word !== '{') return;
    open.push({ isList: word === '[', key: '0', count: 0 });
    isKeyNext = word === '{';
  };
  const next = () => {
    const here = open.at(-1);
    if (here === undefined) return;
    here.count += 1;
    if (here.isList) here.key = String(here.count);
    isKeyNext = !here.isList;
  };
  return {
    valueAt(word: string): readonly string[] | undefined {
      if (word === ',') next();
      if (word === ']' || word === '}') {
        open.pop();
        isKeyNext = false;
      }
      if (/^[\]},:]$/.test(word)) return undefined;
      const here = open.at(-1);
      if (here && isKeyNext) {
        here.key = parseKey(word);
        isKeyNext = false;
        return undefined;
      }
      const place = open.map(({ key }) => key);
      enter(word);
      return place;
    },
  };
}

function parseKey(word: string): string {
  try {
    return String(JSON.parse(word));
  } catch {
    return word.slice(1, -1);
  }
}
