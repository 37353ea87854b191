import { accessFaults, privacyFaults, refusalFaults, throttlingFaults } from './callers.js';
import { cachingFaults } from './conditions.js';
import { creationFaults, removalFaults, writingFaults } from './creating-and-changing.js';
import type { InjectedFault } from './fault.js';
import { filterFaults, pageLimitFaults, walkFaults } from './lists.js';
import { elsewhereFaults, nestingFaults, outlivingPartFaults } from './other-items.js';
import { headFaults, linkFaults, safetyFaults, versionFaults } from './reading-items.js';
import { absenceFaults, honestyFaults, validationFaults } from './refusing.js';
import { keyAnswerFaults, replayFaults } from './repeated-keys.js';
import { inventoryFaults, singleResourceFaults } from './single-addresses.js';
import { actionFaults, conflictFaults, referenceFaults } from './transitions.js';

/** The faults of the package: at least one for each suite. Those that only prove rules are in `tools/faults`. */
export const shippedFaults: readonly InjectedFault[] = [
  ...creationFaults,
  ...safetyFaults,
  ...headFaults,
  ...writingFaults,
  ...removalFaults,
  ...honestyFaults,
  ...absenceFaults,
  ...accessFaults,
  ...refusalFaults,
  ...privacyFaults,
  ...throttlingFaults,
  ...validationFaults,
  ...replayFaults,
  ...keyAnswerFaults,
  ...cachingFaults,
  ...actionFaults,
  ...conflictFaults,
  ...referenceFaults,
  ...linkFaults,
  ...versionFaults,
  ...walkFaults,
  ...pageLimitFaults,
  ...inventoryFaults,
  ...singleResourceFaults,
  ...elsewhereFaults,
  ...nestingFaults,
  ...outlivingPartFaults,
  ...filterFaults,
];
