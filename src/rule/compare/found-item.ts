import type { Item } from '../items.js';

/** Whether an item was found and not made: somebody else's, who may change it, and who may miss it. */
export const isFound = ({ createdBy }: Pick<Item, 'createdBy'>): boolean => createdBy.method !== 'POST';
