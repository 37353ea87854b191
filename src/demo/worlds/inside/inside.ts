import type { World } from '../world.js';
import { contentWorlds } from './content.js';
import { laterWorlds } from './deferred-work.js';
import { listWorlds } from './lists.js';
import { removalWorlds } from './removal.js';
import { wordingWorlds } from './varying-answers.js';

/** Worlds inside of the service. */
export const withinWorlds: readonly World[] = [
  ...wordingWorlds,
  ...listWorlds,
  ...removalWorlds,
  ...laterWorlds,
  ...contentWorlds,
];
