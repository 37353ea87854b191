/** Ids in a path, percent-encoded as they are sent, that no item can have. */
export interface UnusualIds {
  /** A fresh text, and a fresh number of twenty digits. */
  readonly word: string;
  readonly digits: string;
}

/** Fresh parts of ids; every unusual id contains one of them, so that it never hits an item of others. */
export const createUnusualIds = (word: string): UnusualIds => ({
  word,
  digits: `9${[...word, ...word].map((character) => character.charCodeAt(0) % 10).join('')}`.slice(0, 20),
});

/** Unusual ids for requests that change nothing: some are no id of any service. */
export const idsToRead: Readonly<Record<string, (ids: UnusualIds) => string>> = {
  slash: ({ word }) => `${word}%2F${word}`,
  'twenty digits': ({ digits }) => digits,
  quotes: ({ word }) => `%27%22${word}`,
  'null character': ({ word }) => `${word}%00`,
  space: ({ word }) => `${word}%20${word}`,
  snowman: ({ word }) => `%E2%98%83${word}`,
  long: ({ word }) => word.repeat(50),
  negative: ({ digits }) => `-${digits.slice(0, 9)}`,
  percent: () => '%25',
  'invalid UTF-8': ({ word }) => `${word}%FF`,
  fraction: ({ digits }) => `${digits.slice(0, 9)}.5`,
  brackets: ({ word }) => `%5B${word}%5D`,
  nothing: () => 'null',
  extension: ({ word }) => `${word}.json`,
  'built-in': () => 'constructor',
  prototype: () => '__proto__',
  semicolon: ({ word }) => `${word};assay=1`,
};

/** The path of another id in the same collection. */
export const buildSiblingPath = (path: string, id: string): string => path.slice(0, path.lastIndexOf('/') + 1) + id;
