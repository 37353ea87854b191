import type { World } from '../world.js';
import { contentWorlds } from './content.js';
import { laterWorlds } from './later.js';
import { listWorlds } from './lists.js';
import { removalWorlds } from './removal.js';
import { wordingWorlds } from './wording.js';

/** Worlds inside of the service. */
export const withinWorlds: readonly World[] = [
  ...wordingWorlds,
  ...listWorlds,
  ...removalWorlds,
  ...laterWorlds,
  ...contentWorlds,
];
