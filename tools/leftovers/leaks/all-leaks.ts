import type { Leak } from '../leak.js';
import { creationLeaks } from './creation-leaks.js';
import { listLeaks } from './list-leaks.js';
import { oddLeaks } from './odd-leaks.js';
import { removalLeaks } from './removal-leaks.js';
import { teamLeaks } from './team-leaks.js';

/** The services whose leftovers are counted. */
export const leaks: readonly Leak[] = [...creationLeaks, ...removalLeaks, ...listLeaks, ...oddLeaks, ...teamLeaks];
