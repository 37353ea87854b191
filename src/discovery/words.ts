/** A name without case and separators, so that `page_size`, `pageSize` and `page[size]` are one word. */
export const plainly = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The singular of an English plural, as far as endings tell. */
export function singular(word: string): string {
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y');
  if (/(ss|x|ch|sh)es$/i.test(word)) return word.slice(0, -2);
  return /[^s]s$/i.test(word) ? word.slice(0, -1) : word;
}

/** Whether two names mean the same thing in singular or plural. */
export const isSameNoun = (one: string, other: string): boolean => plainly(singular(one)) === plainly(singular(other));

/** A path without its trailing slash. */
export const trimmed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** The segments of a path. */
export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** Whether a path has a hole that must be filled first. */
export const isTemplated = (path: string): boolean => path.includes('{');

/** The last segment that is no parameter: what a path is about. */
export const nounOf = (path: string): string =>
  segmentsOf(path)
    .filter((segment) => !segment.startsWith('{'))
    .at(-1) ?? 'root';

/** An item path with its last parameter named `{id}`, whatever a document or a profile calls it. */
export const withId = (path: string): string => {
  const open = path.lastIndexOf('{');
  return open < 0 ? path : `${path.slice(0, open)}{id}${path.slice(path.indexOf('}', open) + 1)}`;
};
