import { assume, type Collection, type Finding, type Item, inconclusive, isFound } from '#rule';

/** Collections in which HEAD seemed to cost somebody a thing; the survey of each audit has collections of its own. */
const bereft = new WeakSet<Collection>();

const loss =
  'HEAD seemed to remove what it was asked about, which was not made by the kit; run with --permit writes to have it proven on a thing of its own';

/** Remembers that a found thing is gone after HEAD, so that no rule asks for another one. */
export function mourn(item: Item, collection: Collection): void {
  if (isFound(item)) bereft.add(collection);
}

/** Ends the case before HEAD could cost a second thing that is not the kit's own. Throws a Doubt. */
export function spare(item: Item, collection: Collection, cause: 'noise' | 'assumption' = 'assumption'): void {
  const fallen = cause === 'noise' ? cause : ('assumption:safety/head-does-not-change-the-item' as const);
  assume(!isFound(item) || !bereft.has(collection), fallen, loss);
}

/** What is said instead of an accusation where the thing belongs to others, who may change or remove it at any time. */
export const unproven = (isGone: boolean): Finding =>
  inconclusive(
    'noise',
    isGone ? loss : 'a thing that others may write to moved while it was looked at; with --permit writes one is made',
  );
