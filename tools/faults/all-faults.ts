import type { InjectedFault } from '../../src/demo/faults/fault.js';
import { accessFaults } from './access/access.js';
import { privacyFaults } from './access/privacy.js';
import { throttlingFaults } from './access/throttling.js';
import { elsewhereFaults } from './elsewhere.js';
import { inventoryFaults } from './inventory.js';
import { keyAnswerFaults } from './keys/key-answers.js';
import { keyIdentityFaults } from './keys/key-identity.js';
import { keyLifetimeFaults } from './keys/key-lifetime.js';
import { replayFaults } from './keys/replay.js';
import { linkedItemFaults } from './linked-items.js';
import { nestingFaults } from './nesting.js';
import { absenceFaults } from './reading/absence.js';
import { cachingFaults, conditionFaults, creationConditionFaults } from './reading/caching.js';
import { filterFaults } from './reading/filters.js';
import { headFaults } from './reading/head.js';
import { honestyFaults } from './reading/honesty.js';
import { linkFaults } from './reading/links.js';
import { lateEntryFaults, lostEntryFaults, staleEntryFaults } from './reading/lost-entries.js';
import { pageLimitFaults } from './reading/page-limits.js';
import { walkFaults } from './reading/pagination.js';
import { safetyFaults } from './reading/safety.js';
import { versionFaults } from './reading/versions.js';
import { lockedPartFaults, outlivingPartFaults, partEffectFaults, removedParentFaults } from './removed-parents.js';
import { singleResourceFaults } from './single-resources.js';
import { partsBelowFaults, spreadingActionFaults } from './spreading-writes.js';
import { actionFaults, removedRecordFaults } from './writing/actions.js';
import { conflictFaults } from './writing/conflict.js';
import { creationFaults } from './writing/creation.js';
import { failureFaults } from './writing/failures.js';
import { ignoringFaults } from './writing/ignored-writes.js';
import { partialCheckFaults } from './writing/partial-checks.js';
import { referenceFaults } from './writing/references.js';
import { refusalFaults } from './writing/refusals.js';
import { removalFaults } from './writing/removal.js';
import { stateFaults } from './writing/states.js';
import { writingFaults } from './writing/update.js';
import { validationFaults } from './writing/validation.js';

/** Every fault of the demo, those of the package at their places. The order decides in which seed of the proof a world meets a fault. */
export const allFaults: readonly InjectedFault[] = [
  ...creationFaults,
  ...safetyFaults,
  ...headFaults,
  ...writingFaults,
  ...partialCheckFaults,
  ...ignoringFaults,
  ...failureFaults,
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
  ...keyIdentityFaults,
  ...keyLifetimeFaults,
  ...cachingFaults,
  ...conditionFaults,
  ...creationConditionFaults,
  ...actionFaults,
  ...removedRecordFaults,
  ...conflictFaults,
  ...referenceFaults,
  ...linkFaults,
  ...versionFaults,
  ...walkFaults,
  ...pageLimitFaults,
  ...inventoryFaults,
  ...singleResourceFaults,
  ...elsewhereFaults,
  ...linkedItemFaults,
  ...partsBelowFaults,
  ...spreadingActionFaults,
  ...nestingFaults,
  ...removedParentFaults,
  ...lockedPartFaults,
  ...outlivingPartFaults,
  ...partEffectFaults,
  ...stateFaults,
  ...filterFaults,
  ...lateEntryFaults,
  ...lostEntryFaults,
  ...staleEntryFaults,
];
