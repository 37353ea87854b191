import type { Tools } from '#rule';

type FreshValues = Tools['fresh'];

/** How two keys differ from each other. */
export type KeyDifference =
  | 'in the last character'
  | 'in the first character'
  | 'in letter case'
  | 'by one additional character';

/**
 * Two fresh keys of 36 characters that differ as little as possible; the second one always has the same form. A
 * service may compare UUIDs as values, ignoring letter case; keys that differ in letter case are therefore no UUIDs.
 */
export function createDifferentKeys(how: KeyDifference, fresh: FreshValues): readonly [string, string] {
  const uuid = fresh.key();
  const text = `${fresh.word()}${fresh.word()}${fresh.word()}`;
  if (how === 'in the last character') return [uuid, uuid.slice(0, -1) + another(uuid.slice(-1))];
  if (how === 'in the first character') return [uuid, another(uuid.slice(0, 1)) + uuid.slice(1)];
  if (how === 'in letter case') return [`a${text.slice(1)}`, `A${text.slice(1)}`];
  return [text.slice(0, -1), text];
}

const another = (digit: string): string => (digit === '0' ? '1' : '0');
