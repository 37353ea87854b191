/** What the run created and could not remove, or may have created. */
export interface LedgerLeftover extends LeftoverExtent {
  readonly path: string;
  readonly why: string;
}

/** How many items a leftover stands for, and whether they certainly exist. */
export interface LeftoverExtent {
  /** Number of items; 1 when absent. */
  readonly count?: number;
  /** Whether it is not known that the items exist, or that the run created them. */
  readonly mayExist?: true;
}

/** Number of items that certainly exist, and of items that may exist beside them. */
export function countLeftovers(all: readonly LeftoverExtent[]): {
  readonly certain: number;
  readonly possible: number;
} {
  const sum = (some: readonly LeftoverExtent[]) => some.reduce((total, { count = 1 }) => total + count, 0);
  return {
    certain: sum(all.filter(({ mayExist }) => !mayExist)),
    possible: sum(all.filter(({ mayExist }) => mayExist)),
  };
}

/** Says how many created items exist or may exist; undefined for none. */
export function describeLeftovers(all: readonly LeftoverExtent[]): string | undefined {
  const { certain, possible } = countLeftovers(all);
  const items = (count: number) => `${count} created ${count === 1 ? 'item' : 'items'}`;
  if (certain > 0 && possible > 0)
    return `${items(certain)} ${certain === 1 ? 'was' : 'were'} not removed, and ${possible} more may exist`;
  if (certain > 0) return `${items(certain)} ${certain === 1 ? 'was' : 'were'} not removed`;
  return possible > 0 ? `${items(possible)} may exist` : undefined;
}

/** How many items one leftover stands for, and whether they certainly exist; empty for one that does. */
export function describeExtent({ count = 1, mayExist }: LeftoverExtent): string {
  const items = count === 1 ? '' : `${count} items`;
  if (!mayExist) return items;
  return items === '' ? 'may exist' : `${items} that may exist`;
}
