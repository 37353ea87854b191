import { accessFaults } from './access.js';
import { changeFaults } from './change.js';
import { creationFaults } from './creation.js';
import type { Fault } from './fault.js';
import { keyFaults } from './keys.js';
import { listFaults } from './lists.js';
import { pagingFaults } from './paging.js';
import { readingFaults } from './reading.js';
import { refusalFaults } from './refusals.js';
import { removalFaults } from './removal.js';
import { stateFaults } from './states.js';

/** Faults by what they are about. */
const kinds: Readonly<Record<string, readonly Fault[]>> = {
  reading: readingFaults,
  lists: listFaults,
  creation: creationFaults,
  refusals: refusalFaults,
  keys: keyFaults,
  change: changeFaults,
  removal: removalFaults,
  paging: pagingFaults,
  states: stateFaults,
  access: accessFaults,
};

/** All faults. */
export const faults: readonly Fault[] = Object.values(kinds).flat();

/** What a fault is about. */
export const findKind = (name: string): string =>
  Object.keys(kinds).find((kind) => kinds[kind]?.some((one) => one.name === name)) ?? '';

/** The fault of a name. */
export function findFault(name: string): Fault {
  const fault = faults.find((one) => one.name === name);
  if (!fault) throw new Error(`Unknown fault: ${name}`);
  return fault;
}
