import { buildPlaceKey, type LedgerState } from './scope.js';

/** Readings of a list with an item of unknown address: at once, after a wait, and after all removals. */
const readingsOfUnknown = 3;
/** Readings of a list in which the run created items: after all removals, and once more while it still shows some. */
const readingsOfUsed = 2;

/** Readings of a list in which it created none: after all removals, and once more where it shows something of the run. */
const readingsOfOther = 2;

/**
 * Counts the requests of the last search. It is asked before each request of a run, so what follows from the places is added up
 * only when there is another place.
 */
export function createSearchCounter({ all, doubts, used, existing }: LedgerState) {
  let [places, ofPlaces] = [-1, 0];
  const getPages = (key: string) => existing.get(key.slice(0, key.indexOf(' ')))?.pages ?? 1;
  const countUsed = (key: string) => {
    const place = used.get(key);
    return place !== undefined && existing.has(place.collection) ? readingsOfUsed * getPages(key) : 0;
  };
  const countOtherPages = () => {
    const own = new Set([...used.values()].map(({ collection }) => collection));
    const paths = new Set([...existing.keys()].filter((key) => !own.has(key)).map((key) => key.split('#')[0] ?? key));
    return [...paths].reduce((sum, path) => sum + (existing.get(path)?.pages ?? 1), 0);
  };
  const countPlaces = () => {
    let sum = 0;
    for (const key of used.keys()) if (!doubts.has(key)) sum += countUsed(key);
    for (const key of doubts.keys()) sum += readingsOfUnknown * getPages(key);
    return used.size === 0 ? sum : sum + readingsOfOther * countOtherPages();
  };
  const listUnknown = () => {
    const unknown = new Set<string>();
    for (const { path, collection, at = '' } of all)
      if (path === undefined) unknown.add(buildPlaceKey({ collection, at }));
    return [...unknown].filter((key) => !doubts.has(key));
  };
  return {
    recount: () => {
      places = -1;
    },
    count(): number {
      if (places !== used.size + doubts.size) {
        places = used.size + doubts.size;
        ofPlaces = countPlaces();
      }
      return listUnknown().reduce((sum, key) => sum + readingsOfUnknown * getPages(key) - countUsed(key), ofPlaces);
    },
  };
}
