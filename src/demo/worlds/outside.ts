import { cacheWorlds } from './cache.js';
import { tokenWorlds } from './expiring-tokens.js';
import { noisyNeighbour } from './noisy-neighbour.js';
import { quotaWorlds } from './quota.js';
import { restartWorlds } from './restart.js';
import { staleWorlds } from './stale-reads.js';
import { unreliableNetworkWorlds } from './unreliable-network.js';
import { framingWorlds } from './unusual-framing.js';
import type { World } from './world.js';

export const outsideWorlds: readonly World[] = [
  noisyNeighbour,
  ...staleWorlds,
  ...cacheWorlds,
  ...unreliableNetworkWorlds,
  ...quotaWorlds,
  ...tokenWorlds,
  ...restartWorlds,
  ...framingWorlds,
];
