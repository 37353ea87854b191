import type { World } from '../world.js';
import { contentWorlds } from './content.js';
import { deferredWorlds } from './deferred-work.js';
import { listWorlds } from './lists.js';
import { removalWorlds } from './removal.js';
import { varyingAnswerWorlds } from './varying-answers.js';

/** Worlds inside of the service. */
export const insideWorlds: readonly World[] = [
  ...varyingAnswerWorlds,
  ...listWorlds,
  ...removalWorlds,
  ...deferredWorlds,
  ...contentWorlds,
];
