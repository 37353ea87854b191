import type { Breakage } from '../fault.js';
import { absenceFaults } from './absence.js';
import { creationFaults } from './creation.js';
import { headFaults } from './head.js';
import { honestyFaults } from './honesty.js';
import { removalFaults } from './removal.js';
import { safetyFaults } from './safety.js';
import { writingFaults } from './writing.js';

/** Every fault of the demo. */
export const breakages: readonly Breakage[] = [
  ...creationFaults,
  ...safetyFaults,
  ...headFaults,
  ...writingFaults,
  ...removalFaults,
  ...honestyFaults,
  ...absenceFaults,
];
