import { createSeededRandom, type SeededRandom } from '../service/seeded-random.js';
import { createLaggingReads } from './lagging-reads.js';
import type { World } from './world.js';

/** Maximum and minimum lag of a read, in milliseconds; lists lag twice as long. */
const longestMs = 1_500;
const shortestMs = 50;
/** Maximum difference of two replicas, in milliseconds. */
const apartMs = 1_000;

export const staleWorlds: readonly World[] = [
  {
    name: 'lagging-reads',
    says: 'Reads lag 50 to 1,500 ms behind writes, by a different time for each order, and lists twice as long.',
    open(chance, server) {
      const share = createShares(chance);
      const item = (id: string) => shortestMs + share(id) * (longestMs - shortestMs);
      return createLaggingReads(server, { getItemLag: ({ id }) => item(id), getListLag: ({ id }) => 2 * item(id) });
    },
  },
  {
    name: 'two-replicas',
    says: 'Two replicas answer in turn; each receives the writes of the other one up to a second later.',
    open(chance, server) {
      const share = createShares(chance);
      const lag = ({ id, replica }: { readonly id: string; readonly replica: number | undefined }, reader?: number) =>
        replica === reader ? 0 : share(id) * apartMs;
      let next = 0;
      const inTurn = () => {
        next = 1 - next;
        return next;
      };
      return createLaggingReads(server, { getItemLag: lag, getListLag: lag }, inTurn);
    },
  },
];

/** A share from 0 to 1 for each id, the same each time. */
function createShares(chance: SeededRandom): (id: string) => number {
  const seed = chance.drawInteger(0, 1_000_000);
  return (id) => createSeededRandom(seed, id).next();
}
