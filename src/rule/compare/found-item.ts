import type { Item } from '../items.js';

/** Whether an item was found and not created by the run: other clients may use and change it. */
export const isFound = ({ createdBy }: Pick<Item, 'createdBy'>): boolean => createdBy.method === 'GET';
