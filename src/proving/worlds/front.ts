import { cacheWorlds } from './cache.js';
import { noisyNeighbour } from './neighbour.js';
import { quotaWorlds } from './quota.js';
import { restartWorlds } from './restart.js';
import { staleWorlds } from './stale.js';
import { tokenWorlds } from './tokens.js';
import { weatherWorlds } from './weather.js';
import { wireWorlds } from './wire.js';
import type { World } from './world.js';

/** Worlds in front of the service. */
export const frontWorlds: readonly World[] = [
  noisyNeighbour,
  ...staleWorlds,
  ...cacheWorlds,
  ...weatherWorlds,
  ...quotaWorlds,
  ...tokenWorlds,
  ...restartWorlds,
  ...wireWorlds,
];
