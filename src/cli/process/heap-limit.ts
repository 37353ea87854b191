import { setFlagsFromString } from 'node:v8';

/** Keeps the heap close to the memory in use: an audit creates many short-lived objects, and a CI machine runs other processes too. */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=20');
}
