import { setFlagsFromString } from 'node:v8';

/** Keeps the heap close to what is in use: an audit makes much that is soon forgotten, and a CI machine has other things to hold. */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=20');
}
