import { buildPointer, isObject, type Json } from '../../model/json.js';

/**
 * Pointers to the members of all entries, of which there are several, that are `true` in one of them and `false` in the others; in all
 * others where the list may have more entries (`isPart`), one of which may have it.
 */
export function listExclusiveSwitches(entries: readonly Json[], isPart: boolean): string[] {
  const [first] = entries;
  if (entries.length < 2 || !isObject(first)) return [];
  return Object.keys(first)
    .filter((name) => {
      const values = entries.map((entry) => (isObject(entry) ? entry[name] : undefined));
      const on = values.filter(Boolean).length;
      return values.every((value) => typeof value === 'boolean') && (on === 1 || (on === 0 && isPart));
    })
    .map((name) => buildPointer([name]));
}
