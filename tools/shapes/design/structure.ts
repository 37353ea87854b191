import type { CollectionDesign, Design } from './design.js';
import { hasItems } from './effects.js';

/** How many collections are above one. */
export function countParents({ parent }: CollectionDesign, design: Design): number {
  const above = parent === null ? undefined : design.collections[parent];
  return above ? 1 + countParents(above, design) : 0;
}

/** Whether items of a collection contain other collections. */
export const hasChildren = (design: Design, index: number): boolean =>
  design.collections.some(({ parent }) => parent === index);

/** The collection that references of another one lead to: the last one before it that is not above it and has items. */
export function findReferenced(design: Design, index: number): number | undefined {
  const above = new Set<number>();
  for (let one = design.collections[index]?.parent ?? null; one !== null; one = design.collections[one]?.parent ?? null)
    above.add(one);
  for (let other = index - 1; other >= 0; other--) {
    const candidate = design.collections[other];
    if (candidate && hasItems(candidate.choices) && !above.has(other)) return other;
  }
  return undefined;
}

/** Whether items of another collection refer to items of a collection. */
export const isReferenced = (design: Design, index: number): boolean =>
  design.collections.some(
    ({ rules }, other) =>
      (rules.includes('reference') || rules.includes('bound')) && findReferenced(design, other) === index,
  );
