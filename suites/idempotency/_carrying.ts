import type { Json } from '#rule';

/** Whether an entry carries a word that one thing alone was given. */
export const carrying =
  (word: string) =>
  (entry: Json): boolean =>
    JSON.stringify(entry).includes(word);
