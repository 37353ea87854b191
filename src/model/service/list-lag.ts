import type { Collection } from './subject.js';

/** How long a list may take to show a change where the profile says nothing, in milliseconds. */
export const usualListMs = 2_000;

/** Whether a list is known to show changes late. */
export const isListDelayed = ({ consistency: { itemMs, listMs } }: Pick<Collection, 'consistency'>): boolean =>
  itemMs > 0 || listMs > usualListMs;
