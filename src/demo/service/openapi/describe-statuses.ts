import type { Settings } from '../settings.js';
import type { ProblemStatuses } from './document-parts.js';

/** Statuses for content with invalid syntax or values. */
export const listBodyProblems = ({ syntaxStatus, semanticStatus }: Settings): ProblemStatuses => [
  syntaxStatus,
  semanticStatus,
];

/** Statuses for an order that conflicts with another one. */
export const listConflicts = ({ hasReference, conflictStatus }: Settings): ProblemStatuses =>
  hasReference ? [conflictStatus] : [];

/** Statuses for a key that was used before. */
export const listKeyProblems = ({ keyMismatch, keyInFlight }: Settings): ProblemStatuses => [
  ...(keyMismatch === 'replay' ? [] : [keyMismatch]),
  ...(keyInFlight === 409 ? [keyInFlight] : []),
];

/** Statuses for a missing order. */
export const listGoneStatuses = ({ removedItem }: Settings): ProblemStatuses =>
  removedItem === 410 ? [404, 410] : [404];
