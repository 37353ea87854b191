import type { SeededRandom } from '../service/seeded-random.js';
import type { Circumstances, ServerControls, World } from './world.js';

/** Time without a listener, in milliseconds. */
const downtimeMs = 300;

export const restartWorlds: readonly World[] = [
  {
    name: 'restart-with-data',
    says: 'Twice in a run the server closes all connections and accepts none for 300 ms; no data is lost.',
    open: (chance, server) => createRestarts(chance, server, false),
  },
  {
    name: 'restart-without-data',
    says: 'Twice in a run the server closes all connections and accepts none for 300 ms; orders, keys and cursors are lost.',
    open: (chance, server) => createRestarts(chance, server, true),
  },
];

function createRestarts(chance: SeededRandom, server: ServerControls, isForgetting: boolean): Circumstances {
  const at = [chance.drawInteger(40, 200), chance.drawInteger(500, 1_200)];
  let count = 0;
  return {
    around(_, proceed) {
      count += 1;
      if (at.includes(count)) void server.restart(downtimeMs, isForgetting);
      return proceed();
    },
  };
}
