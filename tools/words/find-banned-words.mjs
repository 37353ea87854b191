import { readIdentifiers, readTexts } from './read-texts.mjs';
import { bannedIdentifierWords, bannedWords } from './words.mjs';

/**
 * Finds banned words in the texts and the identifiers of a file; returns one line for each, `path:line: "word": write …`.
 *
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
export const findBannedWords = (path, source) => [
  ...readTexts(path, source).flatMap(({ line, text }) =>
    bannedWords.flatMap(({ pattern, instead }) => {
      const found = new RegExp(pattern, 'i').exec(text);
      return found === null ? [] : [`${path}:${line}: "${found[0]}": write ${instead}`];
    }),
  ),
  ...(path.endsWith('.ts') ? findBannedIdentifiers(path, source) : []),
];

/**
 * The sample service of a library has books.
 *
 * @param {string} path
 * @param {string} source
 */
function findBannedIdentifiers(path, source) {
  const found = readIdentifiers(source).flatMap(({ line, text }) => {
    const words = text
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _$]+/);
    return words
      .filter((word) => Object.hasOwn(bannedIdentifierWords, word))
      .filter((word) => word !== 'book' || !path.startsWith('tools/library-service/'))
      .map((word) => `${path}:${line}: identifier ${text}: write ${bannedIdentifierWords[word]}`);
  });
  return [...new Set(found)];
}
