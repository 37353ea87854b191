/** Reading and comparing JSON values, listings and states. */

export { findDifferences, isEquivalent, parseInstant } from '../../model/difference.js';
export { buildPointer, getAtPointer, isObject, parsePointer, setAtPointer } from '../../model/json.js';
export { findLeak, findMarkedEntries, findMarkedPages, isListed } from './find-leak.js';
export { isFound } from './found-item.js';
export { isIdReused, listControlledMembers } from './id-reuse.js';
export { findNewChanges, findReadEffects, listLeaves } from './noise.js';
export { findStatePath, readState } from './state-path.js';
export { isNewlyDeleted, isTombstone } from './tombstone.js';
