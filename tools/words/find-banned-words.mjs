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
