import { buildPointer, isObject, type Json } from '../../model/json.js';

/** Pointers to the members of all entries, of which there are several, that are `true` in at most one of them, and `false` in the others. */
export function listExclusiveSwitches(entries: readonly Json[]): string[] {
  const [first] = entries;
  if (entries.length < 2 || !isObject(first)) return [];
  return Object.keys(first)
    .filter((name) => {
      const values = entries.map((entry) => (isObject(entry) ? entry[name] : undefined));
      return values.every((value) => typeof value === 'boolean') && values.filter(Boolean).length <= 1;
    })
    .map((name) => buildPointer([name]));
}
