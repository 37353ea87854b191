import { normalizeName } from '../../model/json.js';

/** The singular of an English plural, by its ending. */
export function singularize(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y');
  if (/(ss|x|ch|sh)es$/i.test(word)) return word.slice(0, -2);
  return /[^s]s$/i.test(word) ? word.slice(0, -1) : word;
}

/** Whether two names are the same noun in singular or plural. */
export const isSameNoun = (one: string, other: string): boolean =>
  normalizeName(singularize(one)) === normalizeName(singularize(other));

export const trimTrailingSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** A path without its trailing slash and without the file extension of some services. */
export const trimPathSuffixes = (path: string): string => trimTrailingSlash(path).replace(/\.json$/, '');

/** Whether a name looks like a plural. */
export const isPlural = (word: string): boolean =>
  /[^su]s$/i.test(word) || /^(people|children|media|data)$/i.test(word);

/** The words of a name in lower case: `resetPassword` and `reset-password` are equal. */
export const splitWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Whether the words of a name are more than these, and begin with them. */
export const startsWithWords = (words: readonly string[], first: readonly string[]): boolean =>
  words.length > first.length && first.every((word, index) => words[index] === word);

/** Whether two names differ in their last two letters only, as a plural does in many languages. */
export function isSameStem(one: string, other: string): boolean {
  const end = [...one].findIndex((letter, index) => letter !== other[index]);
  const shared = end < 0 ? one.length : end;
  return shared >= 4 && Math.max(one.length, other.length) - shared <= 2;
}

export const splitSegments = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

export const isTemplated = (path: string): boolean => path.includes('{');

/** Whether POST to a path only computes something, by its last word. */
export const isQueryPath = (path: string): boolean =>
  /^[_$]?(search|query|filter|count|export|stats|summary)$/i.test(trimPathSuffixes(path).split(/[/:]/).at(-1) ?? '');

/** Whether a path is that of a search, below whatever items. */
export const isSearchPath = (path: string): boolean =>
  splitSegments(path.slice(path.lastIndexOf('}') + 1)).some((segment) =>
    /^[_$]?(search|find|query|lookup|autocomplete|suggest|suggestions)$/i.test(segment),
  );

/** The last segment that is not a parameter, which names the resource. */
export const getPathNoun = (path: string): string =>
  splitSegments(trimPathSuffixes(path))
    .filter((segment) => !segment.startsWith('{'))
    .at(-1) ?? 'root';

export const renameIdParameter = (path: string): string => {
  const open = path.lastIndexOf('{');
  return open < 0 ? path : `${path.slice(0, open)}{id}${path.slice(path.indexOf('}', open) + 1)}`;
};
