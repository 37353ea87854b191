import { type Collection, getAtPointer, type Json, setAtPointer } from '#rule';

/** A body with new unique values, in the form of the old ones; `word` is a fresh text. */
export const replaceUniqueValues = ({ unique }: Pick<Collection, 'unique'>, body: Json, word: string): Json =>
  unique.reduce<Json>((filled, pointer) => {
    const value = getAtPointer(filled, pointer);
    if (typeof value !== 'number') return setAtPointer(filled, pointer, replaceText(String(value), word));
    return setAtPointer(filled, pointer, value + 1 + (Number.parseInt(word.slice(0, 5), 36) % 1_000_000));
  }, body);

const kinds = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** Replaces each letter and digit with another of its kind, so that patterns still match; the host of an address is kept. */
function replaceText(value: string, word: string): string {
  const [local = '', ...host] = value.split(/(?=@)/);
  const replaced = [...local].map((character, i) => {
    const kind = kinds.find((one) => one.includes(character));
    if (kind === undefined) return character;
    const step = 1 + ((Number.parseInt(word[i % word.length] ?? '0', 36) + i) % (kind.length - 1));
    return kind[(kind.indexOf(character) + step) % kind.length];
  });
  return [...replaced, ...host].join('');
}
