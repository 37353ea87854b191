import type { Chance } from '../service/seeded-random.js';
import type { Circumstances, Stage, World } from './world.js';

/** Milliseconds for which nobody listens. */
const absentMs = 300;

/** Worlds in which the service is started again in mid-run. */
export const restartWorlds: readonly World[] = [
  {
    name: 'restart-keeping',
    says: 'Twice in a run all connections are cut and nobody listens for 300 ms; nothing is lost.',
    open: (chance) => restarted(chance, false),
  },
  {
    name: 'restart-losing',
    says: 'Twice in a run all connections are cut and nobody listens for 300 ms; then orders, keys and cursors are gone.',
    open: (chance) => restarted(chance, true),
  },
];

function restarted(chance: Chance, isForgetting: boolean): Circumstances {
  const at = [chance.within(40, 200), chance.within(500, 1_200)];
  let stage: Stage | undefined;
  let count = 0;
  return {
    begin: (on) => {
      stage = on;
    },
    around(_, proceed) {
      count += 1;
      if (at.includes(count)) void stage?.restart(absentMs, isForgetting);
      return proceed();
    },
  };
}
