/** Finds the values whose text contains a marker, in their order. */
export type MarkerIndex<T> = (mark: string) => readonly T[];

/** Each place where a marker begins, also within another one. */
const placePattern = /(?=(assay-[0-9a-f]{8}-[a-z0-9]+))/g;

/** Reads each value once, because a run has thousands of writes and as many markers. */
export function createMarkerIndex<T>(values: readonly T[], getTexts: (value: T) => Iterable<string>): MarkerIndex<T> {
  const places = new Map<string, Set<number>>();
  for (const [index, value] of values.entries()) {
    for (const text of getTexts(value)) {
      for (const [, marker = ''] of text.matchAll(placePattern)) {
        const known = places.get(marker);
        if (known === undefined) places.set(marker, new Set([index]));
        else known.add(index);
      }
    }
  }
  const markers = [...places.keys()].sort();
  return (mark) => {
    const found = new Set<number>();
    // A text that contains a longer marker contains its beginning, too.
    for (let at = findFirst(markers, mark); markers[at]?.startsWith(mark) === true; at += 1)
      for (const index of places.get(markers[at] as string) ?? []) found.add(index);
    return [...found].sort((one, other) => one - other).map((index) => values[index] as T);
  };
}

/** The index of the first text that is not before `text`, by halves. */
function findFirst(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as string) < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
