import type { Draft, Passage, Word } from '../draft-passage.js';

/** A key of a profile: with its word, with keys below it, or with a list of passages. */
export interface Key {
  readonly name: string;
  readonly word?: Word;
  readonly keys: readonly Key[];
  readonly list?: readonly Entry[];
}

/** An entry of a list, told from the others by where on the service it is. */
export interface Entry {
  readonly key: Passage['key'];
  readonly at: string;
  readonly remarks: readonly string[];
  readonly keys: readonly Key[];
}

/** The keys of a drafted profile, in the order in which a new file has them. */
export const keysOf = ({ words, resources }: Draft): Key[] => [
  ...keysIn(words, 0),
  { name: 'resources', keys: [], list: resources.map(entryOf) },
];

const entryOf = ({ key, at, remarks, words, actions }: Passage): Entry => ({
  key,
  at,
  remarks,
  keys: [
    ...keysIn(words, 0),
    ...(actions.length > 0 ? [{ name: 'actions', keys: [], list: actions.map(entryOf) }] : []),
  ],
});

function keysIn(words: readonly Word[], depth: number): Key[] {
  const names = [...new Set(words.map(({ path }) => path[depth] ?? ''))];
  return names.map((name) => {
    const own = words.filter(({ path }) => path[depth] === name);
    const word = own.find(({ path }) => path.length === depth + 1);
    return word ? { name, word, keys: [] } : { name, keys: keysIn(own, depth + 1) };
  });
}

/** Whether a key says something, and not only offers to. */
export const isSaid = ({ word, keys, list }: Key): boolean =>
  word ? !word.isOffer : (list?.length ?? 0) > 0 || keys.some(isSaid);
