import type { Settings } from '../settings.js';
import type { Problems } from './document-parts.js';

/** Statuses for content that cannot be parsed or means nothing valid. */
export const bodyProblems = ({ syntaxStatus, semanticStatus }: Settings): Problems => [syntaxStatus, semanticStatus];

/** Statuses for an order that cannot be stored beside the others. */
export const conflictsOf = ({ hasReference, conflictStatus }: Settings): Problems =>
  hasReference ? [conflictStatus] : [];

/** Statuses for a key that was used before. */
export const keyProblems = ({ keyMismatch, keyInFlight }: Settings): Problems => [
  ...(keyMismatch === 'replay' ? [] : [keyMismatch]),
  ...(keyInFlight === 409 ? [keyInFlight] : []),
];

/** Statuses for an order that is not there. */
export const goneIn = ({ removedItem }: Settings): Problems => (removedItem === 410 ? [404, 410] : [404]);
