import type { Breakage } from '../fault.js';
import { absenceFaults } from './absence.js';
import { accessFaults } from './access.js';
import { actionFaults } from './actions.js';
import { cachingFaults } from './caching.js';
import { conflictFaults } from './conflict.js';
import { creationFaults } from './creation.js';
import { headFaults } from './head.js';
import { honestyFaults } from './honesty.js';
import { ignoringFaults } from './ignoring.js';
import { keyAnswerFaults } from './key-answers.js';
import { keyIdentityFaults } from './key-identity.js';
import { linkFaults } from './links.js';
import { pageLimitFaults } from './page-limits.js';
import { walkFaults } from './pagination.js';
import { privacyFaults } from './privacy.js';
import { referenceFaults } from './references.js';
import { refusalFaults } from './refusals.js';
import { removalFaults } from './removal.js';
import { replayFaults } from './replay.js';
import { safetyFaults } from './safety.js';
import { throttlingFaults } from './throttling.js';
import { validationFaults } from './validation.js';
import { versionFaults } from './versions.js';
import { writingFaults } from './writing.js';

/** Every fault of the demo. */
export const breakages: readonly Breakage[] = [
  ...creationFaults,
  ...safetyFaults,
  ...headFaults,
  ...writingFaults,
  ...ignoringFaults,
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
  ...cachingFaults,
  ...actionFaults,
  ...conflictFaults,
  ...referenceFaults,
  ...linkFaults,
  ...versionFaults,
  ...walkFaults,
  ...pageLimitFaults,
];
