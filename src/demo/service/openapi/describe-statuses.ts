import type { Settings } from '../settings.js';
import type { ProblemStatuses } from './document-parts.js';

/** Statuses for content that cannot be parsed or means nothing valid. */
export const listBodyProblems = ({ syntaxStatus, semanticStatus }: Settings): ProblemStatuses => [
  syntaxStatus,
  semanticStatus,
];

/** Statuses for an order that cannot be stored beside the others. */
export const listConflicts = ({ hasReference, conflictStatus }: Settings): ProblemStatuses =>
  hasReference ? [conflictStatus] : [];

/** Statuses for a key that was used before. */
export const listKeyProblems = ({ keyMismatch, keyInFlight }: Settings): ProblemStatuses => [
  ...(keyMismatch === 'replay' ? [] : [keyMismatch]),
  ...(keyInFlight === 409 ? [keyInFlight] : []),
];

/** Statuses for an order that is not there. */
export const listGoneStatuses = ({ removedItem }: Settings): ProblemStatuses =>
  removedItem === 410 ? [404, 410] : [404];
