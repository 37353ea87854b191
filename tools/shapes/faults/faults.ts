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

/** All faults. */
export const faults: readonly Fault[] = [
  ...readingFaults,
  ...listFaults,
  ...creationFaults,
  ...refusalFaults,
  ...keyFaults,
  ...changeFaults,
  ...removalFaults,
  ...pagingFaults,
  ...stateFaults,
  ...accessFaults,
];

/** The fault of a name. */
export function findFault(name: string): Fault {
  const fault = faults.find((one) => one.name === name);
  if (!fault) throw new Error(`Unknown fault: ${name}`);
  return fault;
}
