import { readTexts } from './read-texts.mjs';
import { bannedWords } from './words.mjs';

/**
 * Finds banned words in the texts of a file; returns one line for each, `path:line: "word": write …`.
 *
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
export const findBannedWords = (path, source) =>
  readTexts(path, source).flatMap(({ line, text }) =>
    bannedWords.flatMap(({ pattern, instead }) => {
      const found = new RegExp(pattern, 'i').exec(text);
      return found === null ? [] : [`${path}:${line}: "${found[0]}": write ${instead}`];
    }),
  );

/**
 * Whether a list of files and folders contains a path. In the list, `*` stands for any part of a name.
 *
 * @param {string} path
 * @param {readonly string[]} list
 */
export const isListed = (path, list) =>
  list.some((entry) => {
    const pattern = entry.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*');
    return new RegExp(`^${pattern}${entry.endsWith('/') ? '' : '$'}`).test(path);
  });
